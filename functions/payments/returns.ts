import type { Return } from './open-session.ts'

/** Buyers with an account come back to the page that confirms the payment and tells them what comes next. */
export const ACCOUNT_RETURN: Return = {
  success: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel: '/payment-canceled',
}

/** Buyers without one come back to pages that need nothing from the server. */
export const ANONYMOUS_RETURN: Return = {
  success: '/pago-exitoso',
  cancel: '/primera-consulta?status=canceled',
}
