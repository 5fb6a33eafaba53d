/**
 * The functions that may write to the audit log, with a description for administrators. They may add entries, never
 * update or delete them; only `privacy/erase-due` overwrites some, with a pseudonym (docs/decisions/0011-audit-log.md).
 * A test compares this list with the policies of the template.
 */
export const auditLogWriters = {
  account: 'Las cuentas: registro, entrada y datos propios',
  'account/custom-message': 'Los correos de verificación y de contraseña',
  'account/fail-abandoned-attempts': 'Los intentos de entrar que nadie terminó',
  'account/post-confirmation': 'La contraseña nueva pedida por correo',
  'account/pre-authentication': 'La comprobación antes de cada entrada',
  'account/pre-sign-up': 'La comprobación antes de cada registro',
  consent: 'El consentimiento y las cookies',
  consultations: 'La agenda y las consultas',
  'consultations/lapse-requests': 'Las solicitudes de cita que caducan y las horas que se ofrecen a la lista de espera',
  customers: 'El panel de clientes',
  diagnostics: 'La pestaña «Test»',
  files: 'Los archivos',
  'files/receive-scan-result': 'La revisión de los archivos subidos',
  'files/sweep-unfinished': 'La limpieza de subidas interrumpidas',
  messages: 'Los mensajes entre los clientes y la consulta',
  mfa: 'El segundo factor',
  notifications: 'Los avisos a los clientes',
  payments: 'La compra y los pagos',
  'payments/continue-refunds': 'Las devoluciones que quedaron a medias',
  'payments/release-holds': 'Las horas reservadas que nadie pagó',
  'payments/stripe-webhook': 'Los mensajes de Stripe sobre los pagos',
  privacy: 'La privacidad: descargas y bajas',
  'privacy/erase-due': 'El borrado de quien se va',
  'privacy/make-export': 'La preparación de las descargas',
  'privacy/sweep-exports': 'La retirada de las descargas caducadas',
  questionnaire: 'El cuestionario de salud',
  security: 'La pestaña «Seguridad»',
  supplements: 'Las pautas de suplementos',
  users: 'La pestaña «Usuarios»',
  withdrawals: 'El desistimiento',
} as const
