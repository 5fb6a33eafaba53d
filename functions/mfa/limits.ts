import type { Data } from '#data/data'
import { networksOf } from '#platform/network'
import {
  consumeNetworkRateLimit,
  clearAttempts,
  returnNetworkAttempt,
  type RateLimit,
  mfaLimitAt,
  consumeRateLimit,
} from '#platform/rate-limit'

/** Of one account from everywhere: another place must not mean another five. */
const BY_ACCOUNT: RateLimit = { name: 'mfa', tries: 10, minutes: 15 }
/** Of one place at all accounts together: a household or an office, nobody with a list of accounts. */
const BY_PLACE: RateLimit = { name: 'mfa-by-place', tries: 20, minutes: 15 }

interface MfaAttempt {
  readonly userId: string
  readonly address: string
}

/** Counts a try before it is judged: five in fifteen minutes of an account and a place. @throws Refusal `too-many-attempts` */
export async function consumeMfaAttempt(data: Data, { userId, address }: MfaAttempt, now: Date): Promise<void> {
  await consumeNetworkRateLimit(data, BY_PLACE, address, now)
  await consumeRateLimit(data, mfaLimitAt(networksOf(address).place), userId, now)
  await consumeRateLimit(data, BY_ACCOUNT, userId, now)
}

/**
 * Whoever got it right has not been guessing at this account. Of the place only this try is taken back: with an account
 * of their own, somebody could otherwise clear it after each few guesses at others.
 */
export async function clearMfaAttempts(data: Data, { userId, address }: MfaAttempt): Promise<void> {
  await Promise.all([
    clearAttempts(data, mfaLimitAt(networksOf(address).place), userId),
    clearAttempts(data, BY_ACCOUNT, userId),
    returnNetworkAttempt(data, BY_PLACE, address),
  ])
}

const RECOVERY_BY_PLACE: RateLimit = { name: 'mfa-recovery-by-place', tries: 10, minutes: 15 }
const RECOVERY: RateLimit = { name: 'mfa-recovery', tries: 5, minutes: 15 }

/** At the endpoint that needs no session, before anything of an account is looked at. */
export const consumeRecoveryRequest = (data: Data, address: string, now: Date): Promise<void> =>
  consumeNetworkRateLimit(data, RECOVERY_BY_PLACE, address, now)

/** Counts a recovery code of somebody who has proven the password: nobody else can use up these five. */
export const consumeRecoveryAttempt = (data: Data, userId: string, now: Date): Promise<void> =>
  consumeRateLimit(data, RECOVERY, userId, now)
