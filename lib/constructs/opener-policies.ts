export type OpenerPolicy = 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none'

/** Which windows may stay in touch with a page, by the page's path; on all others those of our own origin. */
export const openerPolicies: Readonly<Record<string, OpenerPolicy>> = {
  '/auth': 'same-origin-allow-popups',
  '/register': 'same-origin-allow-popups',
  // In the popup itself, which passes through Cognito and Google.
  '/oauth-callback': 'unsafe-none',
}

/** For all other pages. */
export const DEFAULT_OPENER_POLICY: OpenerPolicy = 'same-origin'

export const findOpenerPolicy = (path: string): OpenerPolicy => openerPolicies[path] ?? DEFAULT_OPENER_POLICY
