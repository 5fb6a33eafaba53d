import type { CarePathwayCorrectionReason, CarePathwayState } from './care-pathway.ts'

export const carePathwayStateLabels: Readonly<Record<CarePathwayState, string>> = {
  'to-book': 'Sin reservar',
  'hour-to-choose': 'Pagada, sin hora',
  'hour-to-propose': 'Pendiente de otras horas',
  'hour-to-confirm': 'Hora por confirmar',
  'questionnaire-to-send': 'Primera consulta, sin cuestionario',
  'first-booked': 'Primera consulta programada',
  'first-running': 'Primera consulta en curso',
  'first-to-close': 'Primera consulta por cerrar',
  'first-missed': 'No asistió a la primera consulta',
  'analyses-to-request': 'Pendiente de pedir las pruebas',
  'budget-to-answer': 'Pendiente de que elija presupuesto',
  'without-budget': 'Sin presupuesto en marcha',
  'proposal-to-present': 'Pendiente de propuesta',
  'analyses-to-send': 'Pendiente de sus analíticas',
  'sample-to-send': 'Kit enviado',
  'at-laboratory': 'Muestra en el laboratorio',
  'plan-to-publish': 'Pauta en preparación',
  'follow-up-to-book': 'Sin consulta de seguimiento',
  'follow-up-to-confirm': 'Consulta por confirmar',
  'follow-up-booked': 'Seguimiento programado',
  'follow-up-running': 'Consulta en curso',
  'follow-up-to-close': 'Consulta por cerrar',
  'follow-up-missed': 'No asistió al seguimiento',
  'plan-ended': 'Pauta terminada',
  finished: 'Proceso terminado',
}

export const carePathwayCorrectionReasonLabels: Readonly<Record<CarePathwayCorrectionReason, string>> = {
  'agreed-in-call': 'Lo hablamos en consulta',
  'done-outside': 'Se hizo fuera de la web',
  'not-needed': 'No hace falta en su caso',
  other: 'Otro motivo',
}
