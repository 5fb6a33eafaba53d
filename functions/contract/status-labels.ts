import type { SupplementStatus } from './client-supplement.ts'
import type { ConsultationStatus } from './consultation.ts'
import type { ConsultationType } from './consultation-types.ts'
import type { ClientFile, FileRejectionReason } from './client-file.ts'
import type { Payment } from './payment.ts'
import type { CustomerRefund } from './refunds.ts'

export const consultationTypeLabels: Readonly<Record<ConsultationType, string>> = {
  general: 'General',
  seguimiento: 'Seguimiento',
  primera_consulta: 'Primera consulta',
  revision: 'Revisión',
  urgente: 'Urgente',
}

export const consultationStatusLabels: Readonly<Record<ConsultationStatus, string>> = {
  scheduled: 'Programada',
  in_progress: 'En curso',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'No asistió',
}

/** In the client's own history and download. */
export const ownConsultationStatusLabels: typeof consultationStatusLabels = {
  ...consultationStatusLabels,
  no_show: 'No asistida',
}

export const fileStatusLabels: Readonly<Record<ClientFile['status'], string>> = {
  pending: 'Pendiente',
  scanning: 'En revisión',
  available: 'Disponible',
  rejected: 'Rechazado',
}

export const fileRejectionLabels: Readonly<Record<FileRejectionReason, string>> = {
  'threats-found': 'Contenía software malicioso',
  'scan-unsupported': 'No se pudo revisar: protegido con contraseña o demasiado complejo',
  'scan-failed': 'La revisión falló',
  'scan-missing': 'La revisión no terminó',
  'type-mismatch': 'El contenido no corresponde a su tipo',
  'consent-withdrawn': 'Sin consentimiento para el uso de datos de salud',
}

export const supplementStatusLabels: Readonly<Record<SupplementStatus, string>> = {
  active: 'Activo',
  completed: 'Completado',
  paused: 'Pausado',
  discontinued: 'Descontinuado',
}

export const paymentStatusLabels: Readonly<Record<Payment['status'], string>> = {
  completed: 'Pagado',
  refunded: 'Devuelto',
  'partially-refunded': 'Devuelto en parte',
}

export const refundStatusLabels: Readonly<Record<CustomerRefund['status'], string>> = {
  requested: 'Pedida',
  pending: 'En camino',
  succeeded: 'Completada',
  failed: 'Fallida',
}
