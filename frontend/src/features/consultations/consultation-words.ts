import type { ConsultationType, OwnConsultation } from '#contract/consultation'
import { consultationStatusText, consultationTypeText } from '#contract/status-words'

/** The types that clients may request; a stored consultation may have another. */
export const clientTypes = ['general', 'seguimiento', 'revision', 'urgente'] as const

export const adminTypes = ['general', 'seguimiento', 'primera_consulta', 'revision'] as const

export const typeOptions = (types: readonly ConsultationType[], stored?: ConsultationType) =>
  [...new Set([...types, ...(stored ? [stored] : [])])].map((type) => [type, consultationTypeText[type]] as const)

/** A request that was not confirmed in time counts as lapsed, not as cancelled by the client. */
export const stateText = ({ status, toConfirm, lapsed }: Pick<OwnConsultation, 'status' | 'toConfirm' | 'lapsed'>) => {
  if (lapsed) return 'Caducada sin confirmar'
  return toConfirm ? 'Pendiente de confirmar' : consultationStatusText[status]
}
