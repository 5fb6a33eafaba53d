import type { ConsultationStatus, ConsultationType } from '#contract/consultation'

/** What a person reads for the type of a consultation. */
export const typeText: Record<ConsultationType, string> = {
  general: 'General',
  seguimiento: 'Seguimiento',
  primera_consulta: 'Primera consulta',
  revision: 'Revisión',
  urgente: 'Urgente',
}

/** The types that a client may ask for; a consultation that has another keeps it. */
export const clientTypes = ['general', 'seguimiento', 'revision', 'urgente'] as const

/** The types that the agenda offers to administradores. */
export const deskTypes = ['general', 'seguimiento', 'primera_consulta', 'revision'] as const

export const typeOptions = (types: readonly ConsultationType[], stored?: ConsultationType) =>
  [...new Set([...types, ...(stored ? [stored] : [])])].map((type) => [type, typeText[type]] as const)

export const statusText: Record<ConsultationStatus, string> = {
  scheduled: 'Programada',
  in_progress: 'En curso',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'No asistió',
}
