import type { RefusalCode } from '#contract/refusals'

/** What a person reads when the API says no. A refusal without a sentence does not compile. */
export const refusalText: Record<RefusalCode, string> = {
  'invalid-input': 'Revisa los datos del formulario: hay alguno que no es correcto.',
  'signature-invalid': 'No hemos podido comprobar el origen de la petición.',
  'not-signed-in': 'Inicia sesión para continuar.',
  'session-ended': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'not-allowed': 'No tienes permisos para acceder a esta página',
  'mfa-required': 'Necesitas la verificación en dos pasos para hacer esto.',
  'proof-required': 'Confirma tu identidad con un código de tu aplicación de autenticación.',
  'account-inactive': 'Esta cuenta está desactivada. Escríbenos si crees que es un error.',
  'not-found': 'No encontramos lo que buscas. Puede que ya no exista.',
  'profile-missing': 'Todavía estamos preparando tu cuenta. Inténtalo de nuevo en un momento.',
  'discount-invalid': 'Código de descuento no válido',
  'order-already-paid': 'Este pedido ya está pagado. No te cobraremos dos veces.',
  'payment-not-completed': 'El pago todavía no se ha completado.',
  'payment-pending':
    'Tu pago está en curso. Te avisaremos por correo cuando se confirme; no hace falta que pagues otra vez.',
  'payment-mismatch': 'El pago no coincide con el pedido. Contacta con nosotros y lo revisamos.',
  'account-unknown': 'No encontramos la cuenta que acabas de crear. Vuelve a rellenar el formulario.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  'payment-unavailable': 'El servicio de pago no está disponible en este momento. Inténtalo de nuevo en unos minutos.',
}
