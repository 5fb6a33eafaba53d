import { isEmailProven, type PendingSignUp, findPendingSignUp } from './public/email-proof.ts'
import type { CallerDetails } from '#platform/http'
import type { CognitoUserAccess } from '#platform/cognito-user-access'
import { ensureUserProfile } from './public/profile.ts'
import { type SignUpDetails, toSignUpDetails } from './public/sign-up-details.ts'
import type { ActionServices } from '#platform/services'
import { type StoredUser, toUserId } from '#platform/user'

/**
 * Google users and accounts whose password was set by mail have accepted no terms yet: their profile is created when
 * they complete registration.
 */
export const createMissingProfileCreator =
  (identities: CognitoUserAccess, services: ActionServices) =>
  async (sub: string, caller: CallerDetails): Promise<StoredUser | undefined> => {
    const identity = await identities.find(sub)
    if (!identity?.confirmed || !identity.enabled) return undefined
    const { attributes } = identity
    const signUp = toSignUpDetails(identity, true)
    const byGoogle = 'identities' in attributes
    const account = { sub, userId: toUserId(identity), email: signUp.email, byGoogle }
    if (!signUp.termsAcceptedAt || !(await isEmailProven(account, services.data))) return undefined
    const pending = await findPendingSignUp(signUp.email, services.data)
    if (pending && !pending.ownDetails) return undefined
    await identities.addToGroup(sub, 'cliente')
    return ensureUserProfile(
      { ...signUp, ...acceptance(pending), revokedAt: pending?.revokedAt },
      { ...services, identities },
      caller,
    )
  }

/** The terms were accepted at sign-up, so the caller of the sign-up counts, not that of the first sign-in. */
const acceptance = (pending: PendingSignUp | undefined): Pick<SignUpDetails, 'acceptedFrom'> => {
  const { address, userAgent } = pending?.acceptedFrom ?? {}
  return address && userAgent ? { acceptedFrom: { address, userAgent } } : {}
}
