import type { mfa } from '#contract/mfa'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { Refusal, refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { sessionSeen } from '#platform/sessions'
import { noteFailure } from './judge.ts'
import { forgetMfaTries, takeMfaTry } from './limits.ts'
import { stepOf } from './one-time-code.ts'
import { newCodeSet, replaceWrites } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

type Confirm = Action<typeof mfa.confirm, MfaServices>

/**
 * Puts the enrolled factor in force. Cognito is told first: an account whose table says "enrolled" while Cognito asks for
 * no code would pass a bare password off as two factors. Cut off in between, the same code or the next one goes on.
 */
export const confirmFactor: Confirm = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await takeMfaTry(data, actor, wallClock())
  const { data: factor } = await data.mfaFactors
    .get({ userId: actor.userId, status: 'unverified' })
    .go({ consistent: true })
  if (!factor) return refuse('mfa-not-enrolled')

  const step = await provenStep({ actor, body }, factor.sealedSecret, services)
  await putInForce({ actor, body }, factor.friendlyName, services)
  await forgetMfaTries(data, actor)
  return { recoveryCodes: [...(await recordFactor({ actor, body }, { ...factor, step }, services))] }
}

async function provenStep(
  { actor, body }: Parameters<Confirm>[0],
  sealedSecret: string,
  services: MfaServices,
): Promise<number> {
  const secret = await services.vault.open(sealedSecret, actor.userId)
  const step = stepOf(secret, body.code, services.wallClock())
  if (step !== undefined) return step
  await noteFailure(actor, 'MFA_CONFIRM_FAILED', services)
  return refuse('code-invalid')
}

async function putInForce(
  { actor, body }: Parameters<Confirm>[0],
  friendlyName: string,
  services: MfaServices,
): Promise<void> {
  const sub = actor.userId.slice('usr_'.length)
  try {
    await services.authenticators.verify(actor.accessToken, body.code, friendlyName)
  } catch (error) {
    // An earlier call may have got this far and no further; then Cognito has the factor and takes no code for it again.
    // Where another factor is being replaced, that one is what Cognito has, and the new one must not be written down.
    const { data: replaced } = await services.data.mfaFactors
      .get({ userId: actor.userId, status: 'verified' })
      .go({ consistent: true })
    if (!(error instanceof Refusal) || replaced || !(await services.authenticators.isInForce(sub))) throw error
  }
  await services.authenticators.demand(sub, true)
}

interface Proven {
  readonly factorId: string
  readonly friendlyName: string
  readonly sealedSecret: string
  readonly createdAt: string
  readonly step: number
}

async function recordFactor(
  { actor }: Parameters<Confirm>[0],
  { step, ...factor }: Proven,
  services: MfaServices,
): Promise<readonly string[]> {
  const { data, now, wallClock } = services
  const { userId } = actor
  const codes = await newCodeSet()
  const at = now().toISOString()
  const codeWrites = await replaceWrites(data, userId, codes, at)
  const outcome = await data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ mfaEnabledAt: wallClock().toISOString() })
      .remove(['mfaReplacementUntil', 'mfaReplacementHash'])
      .commit(),
    writing.mfaFactors
      .put({
        userId,
        status: 'verified',
        factorId: factor.factorId,
        friendlyName: factor.friendlyName,
        sealedSecret: factor.sealedSecret,
        createdAt: factor.createdAt,
        lastStep: step,
      })
      .commit(),
    // Of two confirmations at once one writes: the other's codes would be a second set, which nobody was shown.
    writing.mfaFactors
      .delete({ userId, status: 'unverified' })
      .where(({ factorId }, { eq }) => eq(factorId, factor.factorId))
      .commit(),
    sessionSeen(writing, actor, { now: wallClock(), proven: true }),
    ...codeWrites(writing),
    queued(
      writing,
      { to: actor.email, content: { kind: 'mfa-changed', name: actor.firstName, change: 'enabled' } },
      services,
    ),
    audited(writing, { action: 'MFA_ENABLED', by: userId, subjectId: userId, caller: actor }, services),
  ])
  if (!outcome.written) refuse('mfa-not-enrolled')
  return codes.codes
}
