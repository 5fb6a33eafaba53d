import type { Caller } from '#platform/http'
import type { Identities } from '#platform/identities'
import { ensureProfile, signUpOf } from '#platform/profile'
import type { Services } from '#platform/services'
import type { User } from '#platform/user'

/**
 * Makes up for a confirmation whose writing failed: Cognito knows the account as confirmed, the table does not yet.
 * Whoever came by Google has accepted nothing so far; their profile is made when they complete their registration.
 */
export const completeProfileWith =
  (identities: Identities, services: Services) =>
  async (userId: string, caller: Caller): Promise<User | undefined> => {
    const identity = await identities.find(userId.slice('usr_'.length))
    if (!identity?.confirmed || !identity.enabled) return undefined
    const signUp = signUpOf(identity.sub, identity.attributes, true)
    if (!signUp.termsAcceptedAt) return undefined
    await identities.addToGroup(identity.sub, 'cliente')
    return ensureProfile(signUp, services, caller)
  }
