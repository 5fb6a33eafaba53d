import type { DisputeState } from '#contract/disputes'
import type { NoShowRule } from '#contract/cancellation-rules'
import { mailTypeLabels } from '#contract/mail-labels'
import type { MailTemplateData } from '#data/mail'

export const mailKindLabels: Readonly<Record<MailTemplateData['kind'], string>> = {
  receipt: mailTypeLabels.receipt,
  refund: mailTypeLabels.refund,
  'refund-failed': mailTypeLabels['refund-failed'],
  'payment-failed': mailTypeLabels['payment-failed'],
  'existing-owner': 'Ya tenías una cuenta',
  verification: 'Verificación del correo',
  'new-device': 'Entrada desde un dispositivo nuevo',
  'password-changed': 'Contraseña cambiada',
  'google-linked': 'Acceso con Google vinculado',
  'mfa-changed': 'Verificación en dos pasos',
  'recovery-code-used': 'Código de recuperación usado',
  reminder: mailTypeLabels.reminder,
  'client-notice': 'Novedad en tu proceso',
  'account-deactivated': 'Cuenta desactivada',
  'deletion-requested': 'Eliminación de la cuenta pedida',
  'guardian-request': mailTypeLabels.guardian,
  'legal-announcement': 'Cambio en los textos legales',
  'health-consent-withdrawn': mailTypeLabels['consent-withdrawn'],
  'health-withdrawal-registered': 'Retirada del consentimiento registrada',
  'opening-questioned': 'Pregunta sobre quién ha visto tus datos',
  'sign-in-link': 'Enlace para entrar',
  'slot-proposals': mailTypeLabels['slot-proposals'],
  'freed-hour': mailTypeLabels['freed-hour'],
  'proposal-outcome': mailTypeLabels['proposal-outcome'],
  'email-change-refused': 'Cambio de correo rechazado',
  'account-gone': 'Acceso borrado',
  'account-imported': 'Acceso rehecho',
  'practice-notice': 'Novedad en la consulta',
  'practice-digest': 'Resumen de novedades',
  'security-alert': 'Alerta de seguridad',
  'account-code': 'Código o enlace de tu cuenta',
  test: 'Correo de prueba',
  'withdrawal-requested': 'Desistimiento recibido',
  'withdrawal-received': 'Desistimiento recibido',
  'withdrawals-digest': 'Desistimientos recibidos',
}

export const noShowRuleLabels: Readonly<Record<NoShowRule, string>> = {
  lost: 'El pago se pierde',
  'another-hour': 'Otra hora con el mismo pago',
  refund: 'Se devuelve el pago',
}

export const orderStatusLabels = {
  pending: 'Pendiente',
  paid: 'Pagado',
  failed: 'Fallido',
  expired: 'Caducado',
  refunded: 'Devuelto',
}

export const refundOriginLabels = {
  client: 'La pediste tú',
  practice: 'La hizo la consulta',
  unproven: 'Correo sin confirmar',
  stripe: 'Hecha en Stripe',
  bank: 'Te lo devolvió tu banco',
}

export const stripeDisputeStatusLabels = {
  warning_needs_response: 'Consulta del banco, sin responder',
  warning_under_review: 'Consulta del banco, respondida',
  warning_closed: 'Consulta del banco, cerrada',
  needs_response: 'Sin responder',
  under_review: 'Respondida',
  appeal_needs_response: 'Recurso sin responder',
  appeal_under_review: 'Recurso respondido',
  prevented: 'Evitada',
  won: 'Ganada',
  lost: 'Perdida',
}

export const disputeStateLabels: Readonly<Record<DisputeState, string>> = {
  'needs-response': 'Abierta',
  'under-review': 'La estudia el banco',
  won: 'Cerrada sin devolución',
  lost: 'Cerrada con devolución',
}
