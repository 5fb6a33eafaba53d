import type { RefusalCode } from '#contract/refusals'

/**
 * For refusals that end the session or close the page. Shown as notices because they concern no field; in the initial
 * chunk because nothing can be loaded first.
 */
export const sessionRefusalMessages = {
  'not-signed-in': 'Inicia sesión para continuar.',
  'session-ended': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'not-allowed': 'No tienes permisos para acceder a esta página',
  'account-inactive': 'Esta cuenta está desactivada. Escríbenos si crees que es un error.',
} as const satisfies Partial<Record<RefusalCode, string>>
