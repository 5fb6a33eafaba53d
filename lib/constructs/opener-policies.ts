export type OpenerPolicy = 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none'

export const openerPolicies: Readonly<Record<string, OpenerPolicy>> = {
  '/auth': 'same-origin-allow-popups',
  '/register': 'same-origin-allow-popups',
  '/oauth-callback': 'unsafe-none',
}

export const DEFAULT_OPENER_POLICY: OpenerPolicy = 'same-origin'

export const findOpenerPolicy = (path: string): OpenerPolicy => openerPolicies[path] ?? DEFAULT_OPENER_POLICY
