import type { SupplementStatus } from './client-supplement.ts'
import type { ConsultationStatus } from './consultation.ts'
import type { ConsultationType } from './consultation-types.ts'
import type { ClientFile, FileRejectionReason } from './client-file.ts'
import type { ClientNotification } from './notifications.ts'
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

export const fileStatusLabels: Readonly<Record<ClientFile['status'], string>> = {
  pending: 'Pendiente',
  scanning: 'En revisión',
  available: 'Disponible',
  rejected: 'Rechazado',
}

export const fileRejectionLabels: Readonly<Record<FileRejectionReason, string>> = {
  'threats-found': 'Contenía software malicioso',
  'scan-unsupported': 'No se pudo analizar: protegido con contraseña o demasiado complejo',
  'scan-failed': 'El análisis falló',
  'scan-missing': 'El análisis no terminó',
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
  refunded: 'Reembolsado',
  'partially-refunded': 'Reembolsado en parte',
}

export const refundStatusLabels: Readonly<Record<CustomerRefund['status'], string>> = {
  requested: 'Pedida',
  pending: 'En camino',
  succeeded: 'Devuelta',
  failed: 'Fallida',
}

export const mailStatusLabels: Readonly<Record<ClientNotification['status'], string>> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  skipped: 'No enviado: no lo quiere o ya no es actual',
  expired: 'Caducado: no salió a tiempo',
  failed: 'Fallido',
  bounced: 'Devuelto por su correo',
  complained: 'Marcado como no deseado',
  suppressed: 'Retenido: la dirección ya lo rechazó antes',
}

export const mailTypeLabels: Readonly<Record<ClientNotification['type'], string>> = {
  consultation_scheduled: 'Consulta programada',
  consultation_changed: 'Consulta cambiada',
  consultation_priced: 'Precio propuesto',
  consultation_cancelled: 'Consulta cancelada',
  consultation_lapsed: 'Petición de consulta caducada',
  consultation_missed: 'Aviso de ausencia',
  reminder: 'Recordatorio de consulta',
  invoice: 'Nueva factura',
  analytics: 'Nueva analítica',
  message: 'Mensaje nuevo',
  supplement: 'Nuevo suplemento',
  summary: 'Resumen de una consulta',
  analysis: 'Explicación de una analítica',
  analysis_corrected: 'Corrección de una explicación',
  budget: 'Presupuesto',
  'budget-part': 'Parte de un presupuesto por pagar',
  receipt: 'Justificante de pago',
  refund: 'Devolución de un pago',
  'refund-failed': 'Devolución rechazada',
  'payment-failed': 'Pago no completado',
  'slot-proposals': 'Horas propuestas',
  'proposal-outcome': 'Respuesta a las horas propuestas',
  'freed-hour': 'Hora que se ha librado',
  withdrawal: 'Desistimiento',
  'consent-withdrawn': 'Consentimiento retirado',
  'opening-questioned': 'Pregunta sobre quién ha visto los datos',
  practice: 'Aviso a la consulta',
  account: 'Cuenta',
  guardian: 'Autorización de tutor',
  security: 'Seguridad',
}
