import pRetry, { AbortError } from 'p-retry'
import { conditionFailed, type Data } from '#data/data'
import { epochSeconds } from '#data/table'
import { networksOf } from './network.ts'
import { Refusal } from './refusal.ts'

export interface Limit {
  /** What is limited, for example `discount-code`. */
  readonly name: string
  readonly tries: number
  readonly minutes: number
}

/**
 * Counts one try of `subject` and refuses with `too-many-attempts` when the limit was reached within the last `minutes`.
 * Tries that race are counted one after the other: of fifty at once, only as many as the limit allows get through.
 */
export async function takeTry(data: Data, limit: Limit, subject: string, now: Date): Promise<void> {
  await pRetry(() => takeOnce(data, limit, subject, now), RACING)
}

/** An area of the network (/24, /48) gets as much as so many of its places: whoever holds one gains little by moving in it. */
const AREA_FACTOR = 5

/**
 * Counts one try of whoever calls from `address`: at its place (IPv4 address, IPv6 /64) and, more coarsely, in the area
 * around it (/24, /48).
 *
 * @throws Refusal `too-many-attempts`; what a place is refused does not count in its area
 */
export async function consumeNetworkLimit(
  data: Data,
  limit: Limit,
  address: string | undefined,
  now: Date,
): Promise<void> {
  const { place, area } = networksOf(address)
  await takeTry(data, limit, place, now)
  if (area !== place) await takeTry(data, areaLimit(limit), area, now)
}

const areaLimit = ({ name, tries, minutes }: Limit): Limit => ({
  name: `${name}-area`,
  tries: tries * AREA_FACTOR,
  minutes,
})

/** The limit against guessing codes of an account from one place: `mfa/limits.ts` takes tries, the sign-in heeds them. */
export const mfaTriesAt = (place: string): Limit => ({ name: `mfa-at-${place}`, tries: 5, minutes: 15 })

/** How many tries of a subject there were within the limit's minutes. */
export async function countTries(data: Data, { name, minutes }: Limit, subject: string, now: Date): Promise<number> {
  const { data: known } = await data.rateLimits.get({ limit: name, subject }).go({ consistent: true })
  const since = new Date(now.getTime() - minutes * 60_000).toISOString()
  return (known?.tries ?? []).filter((instant) => instant > since).length
}

const RACING = { retries: 20, minTimeout: 5, maxTimeout: 200, randomize: true } as const

/** Counts one try where a refusal would tell the caller something: true when it was within the limit. */
export const hasTryLeft = (data: Data, limit: Limit, subject: string, now: Date): Promise<boolean> =>
  unlessRefused(() => takeTry(data, limit, subject, now))

/** The same for whoever calls from an address. */
export const hasNetworkTryLeft = (data: Data, limit: Limit, address: string, now: Date): Promise<boolean> =>
  unlessRefused(() => consumeNetworkLimit(data, limit, address, now))

async function unlessRefused(take: () => Promise<void>): Promise<boolean> {
  try {
    await take()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function takeOnce(data: Data, { name, tries, minutes }: Limit, subject: string, now: Date): Promise<void> {
  const key = { limit: name, subject }
  const { data: known } = await data.rateLimits.get(key).go({ consistent: true })
  const since = new Date(now.getTime() - minutes * 60_000).toISOString()
  const recent = (known?.tries ?? []).filter((instant) => instant > since)
  if (recent.length >= tries) throw new AbortError(new Refusal('too-many-attempts'))

  const next = {
    tries: [...recent, now.toISOString()],
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: epochSeconds(now) + minutes * 60,
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
    // Lost against another try of the same subject: read again and count anew. Anything else is a fault.
    throw conditionFailed(error) ? error : new AbortError(error as Error)
  }
}

/** Takes the latest try of a subject back and leaves the others: they may be somebody else's. */
export async function giveBackTry(data: Data, { name }: Limit, subject: string): Promise<void> {
  await pRetry(async () => {
    const key = { limit: name, subject }
    const { data: known } = await data.rateLimits.get(key).go({ consistent: true })
    if (!known) return
    const next = { tries: known.tries.toSorted().slice(0, -1), version: known.version + 1 }
    try {
      await data.rateLimits
        .patch(key)
        .set(next)
        .where(({ version }, { eq }) => eq(version, known.version))
        .go()
    } catch (error) {
      throw conditionFailed(error) ? error : new AbortError(error as Error)
    }
  }, RACING)
}

/** Takes the latest try back that was counted at this address, at its place and in its area. */
export async function giveBackNetworkTry(data: Data, limit: Limit, address: string | undefined): Promise<void> {
  const { place, area } = networksOf(address)
  await giveBackTry(data, limit, place)
  if (area !== place) await giveBackTry(data, areaLimit(limit), area)
}

/** Takes the tries of a subject back: whoever got it right has not been guessing. */
export const forgetTries = async (data: Data, { name }: Limit, subject: string): Promise<void> => {
  await data.rateLimits.delete({ limit: name, subject }).go()
}
