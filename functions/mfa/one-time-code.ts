import { timingSafeEqual } from 'node:crypto'
import { generateSync } from 'otplib'

/** A code of an authenticator app holds for half a minute (RFC 6238: SHA-1, 6 digits, 30 seconds). */
const STEP_SECONDS = 30

export const timeStepAt = (instant: Date): number => Math.floor(instant.getTime() / 1000 / STEP_SECONDS)

/** The code that an app with this secret (base32) shows during a step. */
export const codeAt = (secret: string, step: number): string => generateSync({ secret, epoch: step * STEP_SECONDS })

/** The step whose code this is: the present one, or its neighbours for clocks that are a little off. */
export const timeStepOf = (secret: string, code: string, now: Date): number | undefined =>
  [timeStepAt(now), timeStepAt(now) - 1, timeStepAt(now) + 1].find((step) => same(codeAt(secret, step), code))

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
