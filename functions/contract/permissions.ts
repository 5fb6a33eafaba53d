import type { Endpoint, Role } from './endpoint.ts'

/** How somebody who is signed in stands before an endpoint. */
export interface AccessLevel {
  readonly role: Role
  /** With a second factor in this session, wherever one is demanded of them. */
  readonly assured: boolean
  /** And with a code of the last five minutes. */
  readonly fresh: boolean
}

/** Why they may not ask it; undefined when they may. The server decides by this, and the matrix of permissions shows it. */
export function denialReason(
  { allow, assurance = 'full' }: Endpoint,
  { role, assured, fresh }: AccessLevel,
): 'not-allowed' | 'mfa-required' | 'proof-required' | undefined {
  if (allow === 'everyone') return undefined
  if (!allow.includes(role)) return 'not-allowed'
  if (assurance === 'enrolling' || assurance === 'registering') return undefined
  if (!assured) return 'mfa-required'
  return assurance === 'fresh' && !fresh ? 'proof-required' : undefined
}
