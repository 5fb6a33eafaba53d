import pRetry, { AbortError } from 'p-retry'
import { isConditionFailure, type Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import { toCallerNetworks } from './network.ts'
import { RefusalError } from './refusal-error.ts'

export interface RateLimit {
  readonly name: string
  readonly tries: number
  readonly minutes: number
}

/**
 * Counts one attempt of `subject`. Concurrent attempts are serialised: of fifty at once only as many as the limit
 * allows pass.
 * @throws Refusal `too-many-attempts` when the limit was reached within the last `minutes`
 */
export async function consumeRateLimit(data: Database, limit: RateLimit, subject: string, now: Date): Promise<void> {
  await pRetry(() => consumeOnce(data, limit, subject, now), RACING)
}

/** Limit of an area (/24, /48) in multiples of a place's: moving to another address of an area gains little. */
const AREA_FACTOR = 5

/**
 * Counts one attempt at the caller's place (IPv4 address, IPv6 /64) and, more coarsely, in the area around it (/24,
 * /48).
 * @throws Refusal `too-many-attempts`; an attempt refused at its place does not count in its area
 */
export async function consumeNetworkRateLimit(
  data: Database,
  limit: RateLimit,
  address: string | undefined,
  now: Date,
): Promise<void> {
  const { place, area } = toCallerNetworks(address)
  await consumeRateLimit(data, limit, place, now)
  if (area !== place) await consumeRateLimit(data, areaLimit(limit), area, now)
}

const areaLimit = ({ name, tries, minutes }: RateLimit): RateLimit => ({
  name: `${name}-area`,
  tries: tries * AREA_FACTOR,
  minutes,
})

export const createMfaRateLimit = (place: string): RateLimit => ({ name: `mfa-at-${place}`, tries: 5, minutes: 15 })

export async function countRateLimitAttempts(
  data: Database,
  { name, minutes }: RateLimit,
  subject: string,
  now: Date,
): Promise<number> {
  const { data: known } = await data.rateLimits.get({ limit: name, subject }).go()
  const since = new Date(now.getTime() - minutes * 60_000).toISOString()
  return (known?.tries ?? []).filter((instant) => instant > since).length
}

const RACING = { retries: 20, minTimeout: 5, maxTimeout: 200, randomize: true } as const

export const tryConsumeRateLimit = (data: Database, limit: RateLimit, subject: string, now: Date): Promise<boolean> =>
  isAllowed(() => consumeRateLimit(data, limit, subject, now))

export const tryConsumeNetworkRateLimit = (
  data: Database,
  limit: RateLimit,
  address: string,
  now: Date,
): Promise<boolean> => isAllowed(() => consumeNetworkRateLimit(data, limit, address, now))

async function isAllowed(take: () => Promise<void>): Promise<boolean> {
  try {
    await take()
    return true
  } catch (error) {
    if (error instanceof RefusalError) return false
    throw error
  }
}

async function consumeOnce(
  data: Database,
  { name, tries, minutes }: RateLimit,
  subject: string,
  now: Date,
): Promise<void> {
  const key = { limit: name, subject }
  const { data: known } = await data.rateLimits.get(key).go()
  const since = new Date(now.getTime() - minutes * 60_000).toISOString()
  const recent = (known?.tries ?? []).filter((instant) => instant > since)
  if (recent.length >= tries) throw new AbortError(new RefusalError('too-many-attempts'))

  const next = {
    tries: [...recent, now.toISOString()],
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: toEpochSeconds(now) + minutes * 60,
  }
  try {
    if (known) {
      await data.rateLimits
        .patch(key)
        .set(next)
        .where(({ version }, { eq }) => eq(version, known.version))
        .go()
    } else {
      await data.rateLimits.create({ ...key, ...next }).go()
    }
  } catch (error) {
    // A concurrent attempt of the same subject was written first: read and count again. Other errors are faults.
    throw isConditionFailure(error) ? error : new AbortError(error as Error)
  }
}

/** Only the latest attempt: earlier ones may be another caller's. */
export async function refundRateLimitAttempt(data: Database, { name }: RateLimit, subject: string): Promise<void> {
  await pRetry(async () => {
    const key = { limit: name, subject }
    const { data: known } = await data.rateLimits.get(key).go()
    if (!known) return
    const next = { tries: known.tries.toSorted().slice(0, -1), version: known.version + 1 }
    try {
      await data.rateLimits
        .patch(key)
        .set(next)
        .where(({ version }, { eq }) => eq(version, known.version))
        .go()
    } catch (error) {
      throw isConditionFailure(error) ? error : new AbortError(error as Error)
    }
  }, RACING)
}

export async function refundNetworkRateLimitAttempt(
  data: Database,
  limit: RateLimit,
  address: string | undefined,
): Promise<void> {
  const { place, area } = toCallerNetworks(address)
  await refundRateLimitAttempt(data, limit, place)
  if (area !== place) await refundRateLimitAttempt(data, areaLimit(limit), area)
}

export const clearRateLimitAttempts = async (data: Database, { name }: RateLimit, subject: string): Promise<void> => {
  await data.rateLimits.delete({ limit: name, subject }).go()
}
