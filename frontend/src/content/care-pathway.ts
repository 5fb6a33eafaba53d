import type {
  CarePathway,
  CarePathwayCorrectionReason,
  CarePathwayFact,
  CarePathwayState,
  CarePathwayStep,
  CarePathwayTurn,
} from '#contract/care-pathway'

export const carePathwayTurnWords: Readonly<Record<CarePathwayTurn, string>> = {
  client: 'Te toca a ti',
  practice: 'Nos toca a nosotros',
  laboratory: 'Le toca al laboratorio',
  nobody: 'Tú no tienes que hacer nada',
}

/**
 * What the client still has to do besides the present state: `urgent` before anything else, `later` whenever they like.
 */
export type AwaitedStep = 'urgent' | 'later' | undefined

/** Replaces 'nobody', which would contradict an awaited step. */
export const awaitedStepWords: Readonly<Record<NonNullable<AwaitedStep>, string>> = {
  urgent: carePathwayTurnWords.client,
  later: 'Tienes algo por ver',
}

export const carePathwayOverdueWords: Readonly<Record<CarePathwayTurn, (day: string) => string>> = {
  client: (day) => `La fecha orientativa era el ${day}. Todavía estás a tiempo.`,
  practice: (day) => `Tenía que estar el ${day} como muy tarde: vamos con retraso. Si quieres, escríbenos.`,
  laboratory: (day) => `Lo esperábamos hacia el ${day}. Está tardando más de lo normal: estamos pendientes.`,
  nobody: (day) => `Era el ${day}.`,
}

export interface CarePathwayWords {
  readonly title: string
  readonly text: string
  /** @default by whose turn it is */
  readonly whose?: string
  /**
   * The deadline; a function gets the day, with the hour where there is one.
   * @default 'Como muy tarde, el …', or 'Hacia el …' where the date cannot be promised
   */
  readonly when?: string | ((moment: string) => string)
  readonly action?: { readonly label: string; readonly to: string }
  readonly next: { readonly who: string; readonly what: string }
}

const consultations = '/client?tab=consultations'
const us = 'Después nos toca a nosotros.'
const you = 'Después te toca a ti.'

const closing = {
  text: 'La videollamada ha terminado. Estamos pasando a limpio lo que hablamos.',
  next: { who: you, what: 'En cuanto terminemos verás aquí qué viene ahora.' },
} as const

const running = {
  whose: 'Es ahora',
  text: 'Es la hora de tu videollamada. El botón para unirte está en «Hoy».',
  when: 'Ahora mismo.',
  action: { label: 'Ir a la videollamada', to: '/client' },
} as const

const confirming = {
  text: 'Hemos recibido la hora que pediste. Te escribimos en cuanto la confirmemos.',
  next: { who: you, what: 'Con la hora confirmada, solo tienes que unirte a la videollamada.' },
} as const

export const toBudgetAnswerText = (day: string): string => `Tienes hasta el ${day}.`

export const carePathwayWords: Readonly<Record<CarePathwayState, CarePathwayWords>> = {
  'to-book': {
    title: 'Reserva tu primera consulta',
    text: '30 minutos por videollamada con un especialista en microbiota.',
    when: 'Cuando quieras: no hay plazo.',
    action: { label: 'Reservar primera consulta', to: '/comprar' },
    next: { who: us, what: 'Te confirmamos la hora y te esperamos en la videollamada.' },
  },
  'hour-to-choose': {
    title: 'Elige la hora de tu primera consulta',
    text: 'Ya está pagada.',
    when: 'Cuanto antes la elijas, más horas tienes libres.',
    action: { label: 'Elegir hora', to: consultations },
    next: { who: us, what: 'Te esperamos en la videollamada a la hora que elijas.' },
  },
  'hour-to-propose': {
    title: 'Te buscamos otras horas',
    text: 'Nos dijiste que ninguna te venía bien.',
    next: { who: you, what: 'Te escribimos con horas nuevas y eliges una.' },
  },
  'hour-to-confirm': { title: 'Te confirmamos la hora', ...confirming },
  'questionnaire-to-send': {
    title: 'Rellena tu cuestionario de salud',
    text: 'Unos cinco minutos. Así dedicamos la consulta a hablar de ti.',
    when: (moment) => `Antes de la consulta: ${moment}.`,
    action: { label: 'Rellenar cuestionario', to: '/client?tab=questionnaire' },
    next: { who: us, what: 'Lo leemos antes de la consulta.' },
  },
  'first-booked': {
    title: 'Nos vemos en tu primera consulta',
    text: 'Ya tenemos tu cuestionario.',
    when: (moment) => `El ${moment}.`,
    next: { who: us, what: 'Después de la consulta te presentamos tres presupuestos.' },
  },
  'first-running': {
    title: 'Tu primera consulta ha empezado',
    ...running,
    next: { who: us, what: 'Después de la consulta te presentamos tres presupuestos.' },
  },
  'first-to-close': { title: 'Terminamos las notas de tu primera consulta', ...closing },
  'first-missed': {
    title: 'No pudimos verte en tu primera consulta',
    text: 'Pide otra hora o escríbenos.',
    when: 'Cuando quieras.',
    action: { label: 'Pedir otra hora', to: consultations },
    next: { who: us, what: 'Te confirmamos la hora nueva.' },
  },
  'analyses-to-request': {
    title: 'Preparamos tus pruebas',
    text: 'Has aceptado el presupuesto. Te decimos qué prueba va primero.',
    next: { who: you, what: 'Te haces la prueba o envías la muestra.' },
  },
  'budget-to-answer': {
    title: 'Elige tu presupuesto',
    text: 'Compáralos con calma. Puedes no elegir ninguno.',
    when: toBudgetAnswerText,
    action: { label: 'Ver mis presupuestos', to: '/client/presupuestos' },
    next: { who: us, what: 'Preparamos tus pruebas.' },
  },
  'without-budget': {
    title: 'Ahora no tienes ningún presupuesto',
    text: 'Los que te presentamos ya no están vigentes.',
    when: 'Cuando quieras seguir, escríbenos y te hacemos otro.',
    action: { label: 'Escribir a la consulta', to: '/client/mensajes' },
    next: { who: us, what: 'Te presentamos otro presupuesto, y eliges con calma.' },
  },
  'proposal-to-present': {
    title: 'Preparamos tus presupuestos',
    text: 'Con lo que hablamos en la consulta, elegimos qué pruebas tienen sentido en tu caso.',
    next: { who: you, what: 'Eliges con calma el que mejor te encaje. No te obliga a continuar.' },
  },
  'analyses-to-send': {
    title: 'Hazte las pruebas y envíanos los resultados',
    text: 'Si algo no está claro, escríbenos antes de hacértelas.',
    action: { label: 'Ver mis analíticas', to: '/client?tab=analytics' },
    next: { who: us, what: 'Estudiamos los resultados en conjunto y preparamos tu pauta.' },
  },
  'sample-to-send': {
    title: 'Recoge la muestra y envía el kit',
    text: 'Las instrucciones vienen dentro, paso a paso.',
    next: { who: 'Después le toca al laboratorio.', what: 'Nos avisa cuando la recibe, y lo verás aquí.' },
  },
  'at-laboratory': {
    title: 'Están analizando tu muestra',
    text: 'Ya la tienen en el laboratorio.',
    next: { who: us, what: 'Te escribimos en cuanto lleguen los resultados, y los leemos antes de enseñártelos.' },
  },
  'plan-to-publish': {
    title: 'Preparamos tu pauta',
    text: 'Ya tenemos tus resultados. Los leemos con tu cuestionario delante.',
    next: { who: you, what: 'Verás tu pauta en «Hoy», con cada toma.' },
  },
  'follow-up-to-book': {
    title: 'Pide tu consulta de seguimiento',
    text: 'Sigue con tu pauta mientras tanto: en el seguimiento vemos cómo te va.',
    action: { label: 'Pedir consulta', to: consultations },
    next: { who: us, what: 'Te confirmamos la hora y, si hace falta, ajustamos la pauta.' },
  },
  'follow-up-to-confirm': { title: 'Te confirmamos la hora', ...confirming },
  'follow-up-booked': {
    title: 'Nos vemos en tu seguimiento',
    text: 'Sigue con tu pauta hasta entonces.',
    when: (moment) => `El ${moment}.`,
    next: { who: us, what: 'Revisamos la pauta contigo en la consulta.' },
  },
  'follow-up-running': {
    title: 'Tu consulta ha empezado',
    ...running,
    next: { who: us, what: 'Al terminar verás aquí qué viene ahora.' },
  },
  'follow-up-to-close': { title: 'Terminamos las notas de tu consulta', ...closing },
  'follow-up-missed': {
    title: 'No pudimos verte en tu consulta',
    text: 'Pide otra hora o escríbenos.',
    when: 'Cuando quieras.',
    action: { label: 'Pedir otra hora', to: consultations },
    next: { who: us, what: 'Te confirmamos la hora nueva.' },
  },
  'plan-ended': {
    title: 'Vemos cómo has terminado la pauta',
    text: 'Has llegado al final de tu pauta.',
    next: { who: you, what: 'Puedes seguir por tu cuenta o con un plan de mantenimiento, siempre opcional.' },
  },
  finished: {
    title: 'Has terminado tu proceso',
    text: 'Enhorabuena por el camino recorrido. Aquí queda todo lo que hicimos.',
    when: 'No queda nada pendiente.',
    next: { who: 'Si quieres volver,', what: 'pide una consulta cuando te haga falta.' },
  },
}

export interface CarePathwayFactWords {
  /** Undefined: belongs to the present step. */
  readonly step?: CarePathwayStep
  readonly text: string
  readonly to?: string
  /**
   * Shown only if the state's own words do not mention it.
   * @default false
   */
  readonly isSaidByState?: true
  readonly isSetback?: true
  readonly isOpen?: true
}

/** Null: another fact or the state itself already says it. */
export const carePathwayFactWords: Readonly<Record<CarePathwayFact, CarePathwayFactWords | null>> = {
  paid: { step: 1, text: 'Justificante', to: '/client?tab=invoices' },
  orderToSchedule: null,
  proposalsRefused: null,
  hourAsked: { text: 'Hora pedida', to: consultations },
  hourBooked: { text: 'Próxima consulta', to: consultations, isSaidByState: true },
  callRunning: null,
  callToClose: null,
  missed: { text: 'No pudimos verte', to: consultations, isSetback: true },
  questionnaireSent: { step: 2, text: 'Cuestionario', to: '/client?tab=questionnaire' },
  firstHeld: { step: 2, text: 'Primera consulta', to: consultations },
  analysesRequested: { step: 3, text: 'Pruebas acordadas' },
  kitSent: { step: 3, text: 'Kit enviado' },
  sampleReceived: { step: 3, text: 'Muestra en el laboratorio' },
  analysesDone: { step: 3, text: 'Analíticas', to: '/client?tab=analytics' },
  planPublished: { step: 4, text: 'Tu pauta', to: '/client?tab=supplements' },
  planEnded: { step: 5, text: 'Fin de la pauta' },
  resultsExplained: { step: 3, text: 'Resultados explicados', to: '/client?tab=analytics' },
  resultsUnseen: null,
  budgetOpen: { text: 'Tus presupuestos, sin elegir', to: '/client/presupuestos', isOpen: true },
  budgetValidUntil: null,
  budgetAccepted: { step: 2, text: 'Aceptaste un presupuesto', to: '/client/presupuestos' },
  budgetClosed: null,
  checkedIn: { text: 'Tu última semana', to: '/client?tab=supplements' },
  questionAsked: { text: 'Tu pregunta: nos toca responder', to: '/client/mensajes', isOpen: true },
  questionAnswered: { text: 'Última respuesta', to: '/client/mensajes' },
  followUpHeld: { step: 5, text: 'Consulta de seguimiento', to: consultations },
  finished: { step: 5, text: 'Proceso terminado' },
}

export const ownCorrectionReasonWords: Readonly<Record<CarePathwayCorrectionReason, string>> = {
  'done-outside': 'se hizo fuera de la web',
  'not-needed': 'no hace falta en tu caso',
  'agreed-in-call': 'lo hablamos en consulta',
  other: 'otro motivo',
}

export const toWhoseTurn = ({ state, turn }: Pick<CarePathway, 'state' | 'turn'>): string =>
  carePathwayWords[state].whose ?? carePathwayTurnWords[turn]
