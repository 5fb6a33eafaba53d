import { timingSafeEqual } from 'node:crypto'
import { generateSync } from 'otplib'
import type { AuditAction } from '#contract/audit'
import { isConditionFailure } from '#data/database'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { MfaServices } from './services.ts'

/** RFC 6238: SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30

export const computeTotpTimeStep = (instant: Date): number => Math.floor(instant.getTime() / 1000 / STEP_SECONDS)

/** `secret` is base32. */
export const computeTotpCode = (secret: string, step: number): string =>
  generateSync({ secret, epoch: step * STEP_SECONDS })

/** The current step or its neighbours, for clocks that are slightly off; undefined for a wrong code. */
export const findTotpTimeStep = (secret: string, code: string, now: Date): number | undefined =>
  [computeTotpTimeStep(now), computeTotpTimeStep(now) - 1, computeTotpTimeStep(now) + 1].find((step) =>
    same(computeTotpCode(secret, step), code),
  )

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export async function recordMfaFailure(
  actor: Pick<Actor, 'userId' | 'address' | 'userAgent'>,
  action: Extract<AuditAction, 'MFA_CONFIRM_FAILED' | 'MFA_VERIFY_FAILED'>,
  services: Pick<MfaServices, 'data' | 'now' | 'newId'>,
): Promise<void> {
  await services.data.transact((entities) => ({
    audit: appendAuditEntry(entities, { action, by: actor.userId, subjectId: actor.userId, caller: actor }, services),
  }))
}

/**
 * Uses up a code of the enrolled app. A code that may have served at sign-in is refused: Cognito does not tell which
 * code it accepted, but it was one of that time step or the one exchanged for a recovery code.
 * @throws Refusal `code-invalid`, or `code-used` for one proven before
 */
export async function consumeTotpCode(actor: Actor, code: string, services: MfaServices): Promise<void> {
  const key = { userId: actor.userId, status: 'verified' } as const
  const { data: factor } = await services.data.mfaFactors.get(key).go()
  if (!factor) return throwRefusal('mfa-not-enrolled')
  const step = findTotpTimeStep(
    await services.vault.open(factor.sealedSecret, actor.userId),
    code,
    services.wallClock(),
  )
  if (step === undefined) {
    await recordMfaFailure(actor, 'MFA_VERIFY_FAILED', services)
    return throwRefusal('code-invalid')
  }
  const atSignIn = actor.origin === 'password' ? computeTotpTimeStep(actor.signedInAt) : 0
  const spent =
    step > Math.max(atSignIn, factor.exchangedStep ?? 0) && (await consumeTimeStep(actor.userId, step, services))
  if (spent) return
  await recordMfaFailure(actor, 'MFA_VERIFY_FAILED', services)
  throwRefusal('code-used')
}

async function consumeTimeStep(userId: string, step: number, { data }: MfaServices): Promise<boolean> {
  try {
    await data.mfaFactors
      .patch({ userId, status: 'verified' })
      .set({ lastStep: step })
      .where(({ lastStep }, { notExists, lt }) => `(${notExists(lastStep)} OR ${lt(lastStep, step)})`)
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}
