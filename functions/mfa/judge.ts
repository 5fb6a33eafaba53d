import { conditionFailed } from '#data/data'
import type { AuditAction } from '#contract/audit'
import { audited } from '#platform/audit'
import type { Actor } from '#platform/actor'
import { refuse } from '#platform/refusal'
import { stepOf } from './one-time-code.ts'
import type { MfaServices } from './services.ts'

/** Notes that a second factor was not proven. The refusal itself tells the caller no more than that. */
export async function noteFailure(
  actor: Pick<Actor, 'userId' | 'address' | 'userAgent'>,
  action: Extract<AuditAction, 'MFA_CONFIRM_FAILED' | 'MFA_VERIFY_FAILED'>,
  services: Pick<MfaServices, 'data' | 'now' | 'newId'>,
): Promise<void> {
  await services.data.together((writing) => [
    audited(writing, { action, by: actor.userId, subjectId: actor.userId, caller: actor }, services),
  ])
}

/** Uses up a code of the app that is in force. @throws Refusal `code-invalid`, or `code-used` for one that was proven before */
export async function spendCode(actor: Actor, code: string, services: MfaServices): Promise<void> {
  const key = { userId: actor.userId, status: 'verified' } as const
  const { data: factor } = await services.data.mfaFactors.get(key).go({ consistent: true })
  if (!factor) return refuse('mfa-not-enrolled')
  const step = stepOf(await services.vault.open(factor.sealedSecret, actor.userId), code, services.wallClock())
  if (step === undefined) {
    await noteFailure(actor, 'MFA_VERIFY_FAILED', services)
    return refuse('code-invalid')
  }
  try {
    await services.data.mfaFactors
      .patch(key)
      .set({ lastStep: step })
      .where(({ lastStep }, { notExists, lt }) => `(${notExists(lastStep)} OR ${lt(lastStep, step)})`)
      .go()
  } catch (error) {
    if (!conditionFailed(error)) throw error
    await noteFailure(actor, 'MFA_VERIFY_FAILED', services)
    refuse('code-used')
  }
}
