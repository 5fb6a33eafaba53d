import type { Endpoint, Role } from './endpoint.ts'

export interface CallerAccessLevel {
  readonly role: Role
  readonly assured: boolean
  readonly fresh: boolean
}

/** Undefined when access is allowed. Used by the server and by the permission matrix. */
export function getEndpointDenialReason(
  { allow, assurance = 'full' }: Endpoint,
  { role, assured, fresh }: CallerAccessLevel,
): 'not-allowed' | 'mfa-required' | 'proof-required' | undefined {
  if (allow === 'everyone') return undefined
  if (!allow.includes(role)) return 'not-allowed'
  if (assurance === 'enrolling' || assurance === 'registering') return undefined
  if (!assured) return 'mfa-required'
  return assurance === 'fresh' && !fresh ? 'proof-required' : undefined
}
