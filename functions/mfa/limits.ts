import type { Data } from '#data/data'
import { networksOf } from '#platform/network'
import {
  consumeNetworkLimit,
  forgetTries,
  giveBackNetworkTry,
  type Limit,
  mfaTriesAt,
  takeTry,
} from '#platform/rate-limit'

/** Of one account from everywhere: another place must not mean another five. */
const BY_ACCOUNT: Limit = { name: 'mfa', tries: 10, minutes: 15 }
/** Of one place at all accounts together: a household or an office, nobody with a list of accounts. */
const BY_PLACE: Limit = { name: 'mfa-by-place', tries: 20, minutes: 15 }

interface Tried {
  readonly userId: string
  readonly address: string
}

/** Counts a try before it is judged: five in fifteen minutes of an account and a place. @throws Refusal `too-many-attempts` */
export async function takeMfaTry(data: Data, { userId, address }: Tried, now: Date): Promise<void> {
  await consumeNetworkLimit(data, BY_PLACE, address, now)
  await takeTry(data, mfaTriesAt(networksOf(address).place), userId, now)
  await takeTry(data, BY_ACCOUNT, userId, now)
}

/**
 * Whoever got it right has not been guessing at this account. Of the place only this try is taken back: with an account
 * of their own, somebody could otherwise clear it after each few guesses at others.
 */
export async function forgetMfaTries(data: Data, { userId, address }: Tried): Promise<void> {
  await Promise.all([
    forgetTries(data, mfaTriesAt(networksOf(address).place), userId),
    forgetTries(data, BY_ACCOUNT, userId),
    giveBackNetworkTry(data, BY_PLACE, address),
  ])
}

const RECOVERY_BY_PLACE: Limit = { name: 'mfa-recovery-by-place', tries: 10, minutes: 15 }
const RECOVERY: Limit = { name: 'mfa-recovery', tries: 5, minutes: 15 }

/** At the endpoint that needs no session, before anything of an account is looked at. */
export const takeRecoveryRequest = (data: Data, address: string, now: Date): Promise<void> =>
  consumeNetworkLimit(data, RECOVERY_BY_PLACE, address, now)

/** Counts a recovery code of somebody who has proven the password: nobody else can use up these five. */
export const takeRecoveryTry = (data: Data, userId: string, now: Date): Promise<void> =>
  takeTry(data, RECOVERY, userId, now)
