import type { User } from '#platform/user'

/** With this scope an access token acts on its own account at Cognito: it enrols and switches off, and deletes itself. */
export const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin'

/** How long an access token lives. */
export const ACCESS_TOKEN_MS = 15 * 60_000

/**
 * Whether a token may be about with which somebody acts at Cognito, there where our own revocations are not read:
 * one of any session (`butFor` one), or of one of them.
 */
export function mayHoldSelfServiceToken(
  { selfServiceUntil, selfServiceShared, enrolmentSessionId }: User,
  now: Date,
  { butFor, of }: { readonly butFor?: string; readonly of?: string },
): boolean {
  if (selfServiceUntil === undefined || selfServiceUntil <= now.toISOString()) return false
  return selfServiceShared === true || (of === undefined ? enrolmentSessionId !== butFor : enrolmentSessionId === of)
}
