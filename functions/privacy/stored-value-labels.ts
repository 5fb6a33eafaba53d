import { mailTypeLabels } from '#contract/status-labels'
import type { MailTemplateData } from '#data/mail'

export const mailKindLabels: Readonly<Record<MailTemplateData['kind'], string>> = {
  receipt: mailTypeLabels.receipt,
  refund: mailTypeLabels.refund,
  'existing-owner': 'Ya tenías una cuenta',
  verification: 'Verificación del correo',
  'new-device': 'Entrada desde un dispositivo nuevo',
  'password-changed': 'Contraseña cambiada',
  'google-linked': 'Acceso con Google vinculado',
  'mfa-changed': 'Verificación en dos pasos',
  'recovery-code-used': 'Código de recuperación usado',
  'client-notice': 'Novedad en tu proceso',
  'account-deactivated': 'Cuenta desactivada',
  'deletion-requested': 'Eliminación de la cuenta pedida',
  'guardian-request': mailTypeLabels.guardian,
  'health-consent-withdrawn': 'Consentimiento retirado',
  'opening-questioned': 'Pregunta sobre quién ha visto tus datos',
  'sign-in-link': 'Enlace para entrar',
  'email-change-refused': 'Cambio de correo rechazado',
  'account-gone': 'Acceso borrado',
  'account-imported': 'Acceso rehecho',
  'security-alert': 'Alerta de seguridad',
  'account-code': 'Código o enlace de tu cuenta',
  test: 'Correo de prueba',
  'withdrawal-requested': 'Desistimiento recibido',
  'withdrawal-received': 'Desistimiento recibido',
  'withdrawals-digest': 'Desistimientos recibidos',
}

export const orderStatusLabels = {
  pending: 'Pendiente',
  paid: 'Pagado',
  failed: 'Fallido',
  expired: 'Caducado',
  refunded: 'Reembolsado',
}
