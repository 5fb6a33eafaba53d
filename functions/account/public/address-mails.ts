import type { Data } from '#data/data'
import { addressIdOf } from '#platform/address-id'
import { hasAttemptLeft, type RateLimit } from '#platform/rate-limit'

/**
 * Mails of a day to one address that people cause who are not signed in: sign-up, a new link, a new password, an account
 * that is there already, a way back, a guardian. Anybody may type anybody's address.
 */
const BY_ADDRESS: RateLimit = { name: 'address-mails', tries: 5, minutes: 24 * 60 }

interface AddressMailServices {
  readonly data: Data
  readonly wallClock: () => Date
}

/** Counts a mail to an address. When it has had its five, whoever asked is answered as ever and nothing is sent. */
export const mayMailAddress = (email: string, { data, wallClock }: AddressMailServices): Promise<boolean> =>
  hasAttemptLeft(data, BY_ADDRESS, addressIdOf(email), wallClock())
