import type { PublicPagePath } from './public-pages.ts'

const footer = 'app/site-page-end.tsx'

/**
 * Paths below src/, as loaded by router.tsx and its layouts; their style sheets are inlined. Imported by the build
 * only: in a page's chunk the list would weigh on every page.
 */
export const publicPageModules: Readonly<Record<PublicPagePath, readonly string[]>> = {
  '/': [footer, 'features/landing/landing-page.tsx'],
  '/primera-consulta': [footer, 'features/payments/sales-page.tsx'],
  '/comprar': ['features/payments/purchase-page.tsx'],
  '/auth': ['features/account/auth-page.tsx'],
  '/register': ['app/register-page.tsx'],
  '/terminos': [footer, 'features/legal/legal-pages.tsx'],
  '/privacidad': [footer, 'features/legal/legal-pages.tsx'],
  '/cookies': [footer, 'features/legal/legal-pages.tsx'],
  '/aviso-legal': [footer, 'features/legal/legal-pages.tsx'],
  '/desistimiento': [footer, 'features/withdrawals/contract-withdrawal-page.tsx'],
  '/pago-exitoso': ['features/payments/paid-page.tsx'],
  '/payment-canceled': ['features/payments/canceled-page.tsx'],
}
