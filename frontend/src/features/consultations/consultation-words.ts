import type { ConsultationType, OwnConsultation } from '#contract/consultation'
import { consultationStatusLabels, consultationTypeLabels } from '#contract/status-labels'

/** The types that clients may request; a stored consultation may have another. */
export const clientConsultationTypes = ['general', 'seguimiento', 'revision', 'urgente'] as const

export const adminConsultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision'] as const

export const toConsultationTypeOptions = (types: readonly ConsultationType[], stored?: ConsultationType) =>
  [...new Set([...types, ...(stored ? [stored] : [])])].map((type) => [type, consultationTypeLabels[type]] as const)

/** A request that was not confirmed in time counts as lapsed, not as cancelled by the client. */
export const toConsultationStatusText = ({
  status,
  toConfirm,
  lapsed,
}: Pick<OwnConsultation, 'status' | 'toConfirm' | 'lapsed'>) => {
  if (lapsed) return 'Caducada sin confirmar'
  return toConfirm ? 'Pendiente de confirmar' : consultationStatusLabels[status]
}
