import type { Data } from '#data/data'
import { forgetTries, giveBackTry, type Limit, takeTry } from '#platform/rate-limit'

/** The quoted limit against guessing: five tries in fifteen minutes, for an account and for an address. */
const BY_ACCOUNT: Limit = { name: 'mfa', tries: 5, minutes: 15 }
/** Anybody may try recovery codes of anybody: that must not shut the owner, who is signed in, out of their own step-up. */
const RECOVERY: Limit = { name: 'mfa-recovery', tries: 5, minutes: 15 }
const BY_ADDRESS: Limit = { name: 'mfa-by-address', tries: 5, minutes: 15 }

interface Tried {
  readonly userId: string
  readonly address: string
}

/** Counts a try before it is judged. @throws Refusal `too-many-attempts` */
export async function takeMfaTry(data: Data, { userId, address }: Tried, now: Date): Promise<void> {
  await takeTry(data, BY_ADDRESS, address, now)
  await takeTry(data, BY_ACCOUNT, userId, now)
}

/** The same for the endpoint that needs no session. */
export async function takeRecoveryTry(data: Data, { userId, address }: Tried, now: Date): Promise<void> {
  await takeTry(data, BY_ADDRESS, address, now)
  await takeTry(data, RECOVERY, userId, now)
}

/**
 * Whoever got it right has not been guessing at this account. Of the address only this try is taken back: with an account
 * of their own, somebody could otherwise clear it after each few guesses at others.
 */
export async function forgetMfaTries(data: Data, { userId, address }: Tried): Promise<void> {
  await Promise.all([forgetTries(data, BY_ACCOUNT, userId), giveBackTry(data, BY_ADDRESS, address)])
}
