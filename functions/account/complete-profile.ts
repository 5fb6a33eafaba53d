import { isProven, type PendingSignUp, pendingSignUpOf } from './public/address-proof.ts'
import type { Caller } from '#platform/http'
import type { Identities } from '#platform/identities'
import { ensureProfile } from './public/profile.ts'
import { type SignUp, signUpOf } from './public/signed-up.ts'
import type { Services } from '#platform/services'
import type { User } from '#platform/user'

/**
 * Creates the profile at the first sign-in with a proven password and links the records waiting under the address.
 * Users who came by Google or chose the password by mail have accepted no terms yet: their profile is created when they
 * complete registration.
 */
export const completeProfileWith =
  (identities: Identities, services: Services) =>
  async (userId: string, caller: Caller): Promise<User | undefined> => {
    const identity = await identities.find(userId.slice('usr_'.length))
    if (!identity?.confirmed || !identity.enabled) return undefined
    const { sub, attributes } = identity
    const signUp = signUpOf(sub, attributes, true)
    const byGoogle = 'identities' in attributes
    if (!signUp.termsAcceptedAt || !(await isProven({ sub, email: signUp.email, byGoogle }, services.data)))
      return undefined
    const pending = await pendingSignUpOf(signUp.email, services.data)
    if (pending && !pending.ownDetails) return undefined
    await identities.addToGroup(sub, 'cliente')
    return ensureProfile({ ...signUp, ...acceptance(pending) }, { ...services, identities }, caller)
  }

/** The terms were accepted at sign-up, so its origin counts, not that of the first sign-in. */
const acceptance = (pending: PendingSignUp | undefined): Pick<SignUp, 'acceptedFrom'> => {
  const { address, userAgent } = pending?.acceptedFrom ?? {}
  return address && userAgent ? { acceptedFrom: { address, userAgent } } : {}
}
