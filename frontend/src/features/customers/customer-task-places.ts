import type { CarePathwayTaskKind, CustomerTaskKind } from '#contract/customer-lists'

export type RecordSection = 'payments' | 'consultations' | 'analytics' | 'supplements' | 'questionnaire'

interface TaskPlace {
  /** The tab that the record opens. @default the record's first screen, unless `page` is set */
  readonly section?: RecordSection
  readonly page?: 'mensajes' | 'presupuestos'
  /**
   * Label in the record.
   * @default none: the first screen already offers it
   */
  readonly act?: string
}

/** What a state waits for always has a tab and an act in the record. */
type TaskPlaces = Readonly<
  Record<CustomerTaskKind, TaskPlace> & Record<CarePathwayTaskKind, Pick<Required<TaskPlace>, 'section' | 'act'>>
>

export const customerTaskPlaces: TaskPlaces = {
  'proposal-to-present': { section: 'consultations', page: 'presupuestos', act: 'Preparar el presupuesto' },
  'analyses-to-request': { section: 'analytics', page: 'mensajes', act: 'Escribirle qué prueba va primero' },
  'plan-to-publish': { section: 'supplements', act: 'Seguir con la pauta' },
  'plan-ended': { section: 'supplements', act: 'Revisar la pauta' },
  'email-unproven': {},
  'payment-disputed': { section: 'payments', act: 'Ver el pago' },
  'question-waiting': { page: 'mensajes', act: 'Responder' },
  'questionnaire-unread': { section: 'questionnaire', act: 'Leer el cuestionario' },
  'adherence-falling': { section: 'supplements', act: 'Ver sus tomas' },
  'check-in-worse': { section: 'supplements', act: 'Ver sus semanas' },
  'analysis-unexplained': { section: 'analytics', act: 'Explicar la analítica' },
  'pack-ending': { section: 'supplements', act: 'Ver la pauta' },
  'budget-question': { page: 'presupuestos', act: 'Contestar la pregunta' },
  'budget-late': { page: 'presupuestos', act: 'Ver el presupuesto' },
  'budget-invoice': { page: 'presupuestos', act: 'Ver el presupuesto' },
  'budget-credit-note': { page: 'presupuestos', act: 'Ver el presupuesto' },
}

export function toCustomerTaskPath(kind: CustomerTaskKind, customerId: string): string {
  const { page, section } = customerTaskPlaces[kind]
  if (page) return `/client/${customerId}/${page}`
  return `/client/${customerId}${section ? toSectionAddress(section) : ''}`
}

const toSectionAddress = (section: RecordSection): string =>
  section === 'questionnaire' ? '#cuestionario' : `?tab=${section}`
