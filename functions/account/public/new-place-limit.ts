import { toCallerNetworks } from '#platform/network'
import {
  countRateLimitAttempts,
  clearRateLimitAttempts,
  tryConsumeRateLimit,
  type RateLimit,
} from '#platform/rate-limit'
import type { ActionServices } from '#platform/services'
import { isFamiliarNetworkOfUser, toSignInPlace } from './sign-in-limits.ts'
import type { SignInCaller } from './cognito-call-ticket.ts'

const DAY_MINUTES = 24 * 60

/** With a second factor each attempt may have tried codes, of which there are only a million. */
const attemptsOf = ({ factor }: Pick<NewPlaceAttempt, 'factor'>): number => (factor ? 10 : 20)

interface NewPlaceAttempt {
  readonly userId: string
  readonly visit: SignInCaller | undefined
  readonly factor: boolean
}

type LimitServices = Pick<ActionServices, 'data' | 'wallClock' | 'securitySettings'>

const limitAt = (place: string, tries: number): RateLimit => ({
  name: `new-place-${place}`,
  tries,
  minutes: DAY_MINUTES,
})

const limitOf = (knock: NewPlaceAttempt): RateLimit => limitAt(toSignInPlace(knock.visit), attemptsOf(knock))

/**
 * The optional stricter limit: attempts per day from a place that is not the address of an unexpired session of the
 * account. The limits per 15 minutes alone would allow 960.
 */
export async function isNewPlaceSignInBlocked(knock: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock } = services
  if (!(await isLimited(knock, services))) return false
  const limit = limitOf(knock)
  return (await countRateLimitAttempts(data, limit, knock.userId, wallClock())) >= limit.tries
}

export async function countNewPlaceSignIn(knock: NewPlaceAttempt, services: LimitServices): Promise<void> {
  const { data, wallClock } = services
  if (await isLimited(knock, services)) await tryConsumeRateLimit(data, limitOf(knock), knock.userId, wallClock())
}

async function isLimited({ userId, visit }: NewPlaceAttempt, services: LimitServices): Promise<boolean> {
  const { data, wallClock, securitySettings } = services
  if (visit?.trusted || !(await securitySettings()).rateLimiting) return false
  return !(await isFamiliarNetworkOfUser(userId, toCallerNetworks(visit?.caller.address).place, data, wallClock()))
}

export const clearNewPlaceSignIns = (
  userId: string,
  place: string,
  { data }: Pick<ActionServices, 'data'>,
): Promise<void> => clearRateLimitAttempts(data, limitAt(place, 0), userId)
