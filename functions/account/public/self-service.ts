import type { StoredUser } from '#platform/user'

/** Lets an access token act on its own account at Cognito: enrol and remove a factor, delete the account. */
export const COGNITO_SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin'

export const ACCESS_TOKEN_LIFETIME_MS = 15 * 60_000

/**
 * Whether a token that can act at Cognito may still be live, for any session except `butFor`, or for session `of`.
 * Cognito does not read our revocations.
 */
export function mayHoldSelfServiceToken(
  { selfServiceUntil, selfServiceShared, enrolmentSessionId }: StoredUser,
  now: Date,
  { butFor, of }: { readonly butFor?: string; readonly of?: string },
): boolean {
  if (selfServiceUntil === undefined || selfServiceUntil <= now.toISOString()) return false
  return selfServiceShared === true || (of === undefined ? enrolmentSessionId !== butFor : enrolmentSessionId === of)
}
