import type { User } from '#platform/user'
import type { Identities } from '#platform/identities'
import { ensureProfile, signUpOf } from '#platform/profile'
import type { Services } from '#platform/services'

/** Makes up for a confirmation whose writing failed: Cognito knows the account as confirmed, the table does not yet. */
export const completeProfileWith =
  (identities: Identities, services: Services) =>
  async (userId: string): Promise<User | undefined> => {
    const identity = await identities.find(userId.slice('usr_'.length))
    if (!identity?.confirmed || !identity.enabled) return undefined
    await identities.addToGroup(identity.sub, 'cliente')
    return ensureProfile(signUpOf(identity.sub, identity.attributes, true), services)
  }
