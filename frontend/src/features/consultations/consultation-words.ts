import type { ConsultationType, OwnConsultation } from '#contract/consultation'
import { consultationStatusText, consultationTypeText } from '#contract/status-words'

/** The types that a client may ask for; a consultation that has another keeps it. */
export const clientTypes = ['general', 'seguimiento', 'revision', 'urgente'] as const

/** The types that the agenda offers to administradores. */
export const adminTypes = ['general', 'seguimiento', 'primera_consulta', 'revision'] as const

export const typeOptions = (types: readonly ConsultationType[], stored?: ConsultationType) =>
  [...new Set([...types, ...(stored ? [stored] : [])])].map((type) => [type, consultationTypeText[type]] as const)

/** A consultation's status in words. One that nobody confirmed in time has lapsed, which its client did not do. */
export const stateText = ({ status, toConfirm, lapsed }: Pick<OwnConsultation, 'status' | 'toConfirm' | 'lapsed'>) => {
  if (lapsed) return 'Caducada sin confirmar'
  return toConfirm ? 'Pendiente de confirmar' : consultationStatusText[status]
}
