import { networksOf } from '#platform/network'
import { countAttempts, clearAttempts, hasAttemptLeft, type RateLimit } from '#platform/rate-limit'
import type { Services } from '#platform/services'
import { isFamiliarNetwork, placeOf } from './sign-in-limits.ts'
import type { Visit } from './visit-ticket.ts'

const DAY_MINUTES = 24 * 60

/** Of an account with a second factor each attempt may have been at a code, of which there are only a million. */
const attemptsOf = ({ factor }: Pick<NewPlaceAttempt, 'factor'>): number => (factor ? 10 : 20)

interface NewPlaceAttempt {
  readonly userId: string
  readonly visit: Visit | undefined
  /** Whether the account has a second factor in force. */
  readonly factor: boolean
}

type LimitServices = Pick<Services, 'data' | 'wallClock' | 'securitySettings'>

const limitAt = (place: string, tries: number): RateLimit => ({
  name: `new-place-${place}`,
  tries,
  minutes: DAY_MINUTES,
})

const limitOf = (knock: NewPlaceAttempt): RateLimit => limitAt(placeOf(knock.visit), attemptsOf(knock))

/**
 * Whether the stricter limit, where it is switched on, keeps an attempt from the password: so many in a day from a place
 * where the account was never open. The limits of a quarter of an hour alone would let nine hundred through.
 */
export async function isNewPlaceClosed(knock: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock } = services
  if (!(await isLimited(knock, services))) return false
  const limit = limitOf(knock)
  return (await countAttempts(data, limit, knock.userId, wallClock())) >= limit.tries
}

/** Counts an attempt that has been let through. */
export async function countAtNewPlace(knock: NewPlaceAttempt, services: LimitServices): Promise<void> {
  const { data, wallClock } = services
  if (await isLimited(knock, services)) await hasAttemptLeft(data, limitOf(knock), knock.userId, wallClock())
}

async function isLimited({ userId, visit }: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock, securitySettings } = services
  if (visit?.trusted || !(await securitySettings()).rateLimiting) return false
  return !(await isFamiliarNetwork(userId, networksOf(visit?.caller.address).place, data, wallClock()))
}

/** Whoever got in has not been guessing. */
export const clearNewPlace = (userId: string, place: string, { data }: Pick<Services, 'data'>): Promise<void> =>
  clearAttempts(data, limitAt(place, 0), userId)
