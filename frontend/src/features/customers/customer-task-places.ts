import type { CustomerTaskKind } from '#contract/customer-standings'

/** Of a record: a tab, or the questionnaire below them. */
export type RecordSection = 'payments' | 'consultations' | 'analytics' | 'supplements' | 'questionnaire'

interface TaskPlace {
  /** @default the first screen of the record, where there is no `page` either */
  readonly section?: RecordSection
  /** Of this client, outside the record. */
  readonly page?: 'mensajes' | 'presupuestos'
  /**
   * What the record calls it.
   * @default the first screen offers it already
   */
  readonly act?: string
}

/** Where each task of a client is done. «Por hacer» leads there, and the record opens there. */
export const customerTaskPlaces: Readonly<Record<CustomerTaskKind, TaskPlace>> = {
  'email-unproven': {},
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
