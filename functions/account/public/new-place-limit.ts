import { networksOf } from '#platform/network'
import { countAttempts, clearAttempts, hasAttemptLeft, type RateLimit } from '#platform/rate-limit'
import type { Services } from '#platform/services'
import { isFamiliarNetwork, placeOf } from './sign-in-limits.ts'
import type { Visit } from './visit-ticket.ts'

const DAY_MINUTES = 24 * 60

/** With a second factor each attempt may have tried codes, of which there are only a million. */
const attemptsOf = ({ factor }: Pick<NewPlaceAttempt, 'factor'>): number => (factor ? 10 : 20)

interface NewPlaceAttempt {
  readonly userId: string
  readonly visit: Visit | undefined
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
 * The optional stricter limit: attempts per day from a place where the account was never signed in. The limits per 15
 * minutes alone would allow 900.
 */
export async function isNewPlaceClosed(knock: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock } = services
  if (!(await isLimited(knock, services))) return false
  const limit = limitOf(knock)
  return (await countAttempts(data, limit, knock.userId, wallClock())) >= limit.tries
}

export async function countAtNewPlace(knock: NewPlaceAttempt, services: LimitServices): Promise<void> {
  const { data, wallClock } = services
  if (await isLimited(knock, services)) await hasAttemptLeft(data, limitOf(knock), knock.userId, wallClock())
}

async function isLimited({ userId, visit }: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock, securitySettings } = services
  if (visit?.trusted || !(await securitySettings()).rateLimiting) return false
  return !(await isFamiliarNetwork(userId, networksOf(visit?.caller.address).place, data, wallClock()))
}

export const clearNewPlace = (userId: string, place: string, { data }: Pick<Services, 'data'>): Promise<void> =>
  clearAttempts(data, limitAt(place, 0), userId)
