import type { Database } from '#data/database'
import { toCallerNetworks } from '#platform/network'
import {
  consumeNetworkRateLimit,
  clearRateLimitAttempts,
  refundNetworkRateLimitAttempt,
  type RateLimit,
  createMfaRateLimit,
  consumeRateLimit,
} from '#platform/rate-limit'

/** Per account over all places: otherwise each further place would give another five tries. */
const BY_ACCOUNT: RateLimit = { name: 'mfa', tries: 10, minutes: 15 }
/** Per place over all accounts: enough for a household or an office, too few for a list of accounts. */
const BY_PLACE: RateLimit = { name: 'mfa-by-place', tries: 20, minutes: 15 }

interface MfaAttempt {
  readonly userId: string
  readonly address: string
}

/**
 * Counted before the code is checked: five in 15 minutes per account and place.
 * @throws Refusal `too-many-attempts`
 */
export async function consumeMfaAttempt(data: Database, { userId, address }: MfaAttempt, now: Date): Promise<void> {
  await consumeNetworkRateLimit(data, BY_PLACE, address, now)
  await consumeRateLimit(data, createMfaRateLimit(toCallerNetworks(address).place), userId, now)
  await consumeRateLimit(data, BY_ACCOUNT, userId, now)
}

/**
 * After a right code. The place gets back this try only: otherwise an attacker's own account could clear it after every
 * few guesses at others.
 */
export async function clearMfaAttempts(data: Database, { userId, address }: MfaAttempt): Promise<void> {
  await Promise.all([
    clearRateLimitAttempts(data, createMfaRateLimit(toCallerNetworks(address).place), userId),
    clearRateLimitAttempts(data, BY_ACCOUNT, userId),
    refundNetworkRateLimitAttempt(data, BY_PLACE, address),
  ])
}

const RECOVERY_BY_PLACE: RateLimit = { name: 'mfa-recovery-by-place', tries: 10, minutes: 15 }
const RECOVERY: RateLimit = { name: 'mfa-recovery', tries: 5, minutes: 15 }

export const consumeMfaRecoveryRequestLimit = (data: Database, address: string, now: Date): Promise<void> =>
  consumeNetworkRateLimit(data, RECOVERY_BY_PLACE, address, now)

/** Only after the right password, so that nobody else can use up these five. */
export const consumeMfaRecoveryAttempt = (data: Database, userId: string, now: Date): Promise<void> =>
  consumeRateLimit(data, RECOVERY, userId, now)
