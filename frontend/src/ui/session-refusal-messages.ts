import type { RefusalCode } from '#contract/refusals'

/** Of refusals that end the session or take a page away at once: they are about no field, and nothing may come before. */
export const sessionRefusalMessages = {
  'not-signed-in': 'Inicia sesión para continuar.',
  'session-ended': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'not-allowed': 'No tienes permisos para acceder a esta página',
  'account-inactive': 'Esta cuenta está desactivada. Escríbenos si crees que es un error.',
} as const satisfies Partial<Record<RefusalCode, string>>
