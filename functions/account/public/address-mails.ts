import type { Database } from '#data/database'
import { toEmailAddressId } from '#platform/email-address-id'
import { countRateLimitAttempts, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'

/**
 * Mails per day and address that its owner may not have asked for (sign-up, new link, new password, existing account,
 * reactivation, guardian): anybody can type anybody's address.
 */
const BY_ADDRESS: RateLimit = { name: 'address-mails', tries: 5, minutes: 24 * 60 }

/** Longer than the 15 s in which Cognito calls a trigger again. */
const BY_SIGN_UP: RateLimit = { name: 'sign-up-mails', tries: 1, minutes: 1 }

interface AddressMailServices {
  readonly data: Database
  readonly wallClock: () => Date
}

export const consumeAddressMailLimit = (email: string, { data, wallClock }: AddressMailServices): Promise<boolean> =>
  tryConsumeRateLimit(data, BY_ADDRESS, toEmailAddressId(email), wallClock())

/**
 * Cognito makes a user once, so a further call about the mail of the same sign-up repeats one whose answer was lost, and
 * no mail went out. Two calls about a new link or a new password may be two requests: their events are alike.
 */
export async function consumeSignUpMailLimit(
  { email, userId }: { readonly email: string; readonly userId: string },
  services: AddressMailServices,
): Promise<boolean> {
  const { data, wallClock } = services
  if ((await countRateLimitAttempts(data, BY_SIGN_UP, userId, wallClock())) > 0) return true
  const isAllowed = await consumeAddressMailLimit(email, services)
  // After the address: a call that is cut off between the two counts twice, and no mail goes uncounted.
  if (isAllowed) await tryConsumeRateLimit(data, BY_SIGN_UP, userId, wallClock())
  return isAllowed
}
