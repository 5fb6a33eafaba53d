import type { Database } from '#data/database'
import { toEmailAddressId } from '#platform/email-address-id'
import { tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'

/**
 * Mails per day and address that callers without a session trigger (sign-up, new link, new password, existing account,
 * reactivation, guardian): anybody can type anybody's address.
 */
const BY_ADDRESS: RateLimit = { name: 'address-mails', tries: 5, minutes: 24 * 60 }

interface AddressMailServices {
  readonly data: Database
  readonly wallClock: () => Date
}

export const consumeAddressMailLimit = (email: string, { data, wallClock }: AddressMailServices): Promise<boolean> =>
  tryConsumeRateLimit(data, BY_ADDRESS, toEmailAddressId(email), wallClock())
