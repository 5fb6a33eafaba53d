import { mailTypeText } from '#contract/status-words'
import type { MailContent } from '#data/mail'

export const mailKinds: Readonly<Record<MailContent['kind'], string>> = {
  receipt: mailTypeText.receipt,
  refund: mailTypeText.refund,
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
  'guardian-request': mailTypeText.guardian,
  'health-consent-withdrawn': 'Consentimiento retirado',
  'opening-questioned': 'Pregunta sobre quién ha visto tus datos',
  'sign-in-link': 'Enlace para entrar',
  'email-change-refused': 'Cambio de correo rechazado',
  'account-gone': 'Acceso borrado',
  'security-alert': 'Alerta de seguridad',
  test: 'Correo de prueba',
  'withdrawal-requested': 'Desistimiento recibido',
  'withdrawal-received': 'Desistimiento recibido',
  'withdrawals-digest': 'Desistimientos recibidos',
}

export const orderStates = {
  pending: 'Pendiente',
  paid: 'Pagado',
  failed: 'Fallido',
  expired: 'Caducado',
  refunded: 'Reembolsado',
}
