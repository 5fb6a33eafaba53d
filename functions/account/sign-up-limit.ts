import { hasNetworkAttemptLeft, hasAttemptLeft, type RateLimit } from '#platform/rate-limit'
import type { Services } from '#platform/services'
import { redeemTicket } from '#platform/visit-ticket'

const BY_PLACE: RateLimit = { name: 'sign-up-calls', tries: 20, minutes: 60 }
/** Our own server always brings a ticket: whoever speaks to Cognito alone shares this with all others who do. */
const WITHOUT_TICKET: RateLimit = { name: 'sign-up-calls-without-ticket', tries: 5, minutes: 60 }

export type SignUpObjection = 'too-many-attempts' | 'password-unchecked'

/**
 * What keeps an account from being made: too many from where the call's ticket says that its caller is, or, where strong
 * passwords are enforced, a password that our server has not seen. Cognito shows a trigger no password, so whoever signs
 * up past our server is turned away.
 */
export const signUpObjectionWith =
  (services: Pick<Services, 'data' | 'wallClock' | 'securitySettings'>) =>
  async (ticketId: string | undefined): Promise<SignUpObjection | undefined> => {
    const { data, wallClock, securitySettings } = services
    const taken = await redeemTicket(ticketId, services)
    const admitted = taken
      ? await hasNetworkAttemptLeft(data, BY_PLACE, taken.address, wallClock())
      : await hasAttemptLeft(data, WITHOUT_TICKET, 'everybody', wallClock())
    if (!admitted) return 'too-many-attempts'
    return !taken?.signsUp && (await securitySettings()).enforceStrongPasswords ? 'password-unchecked' : undefined
  }
