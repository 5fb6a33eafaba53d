import type { mfa } from '#contract/mfa'
import { appendAudit } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { Refusal, refuse } from '#platform/refusal'
import { mayHoldSelfServiceToken } from '#platform/self-service'
import type { Action } from '#platform/serve'
import { putSession } from '#platform/sessions'
import { recordFailure } from './check-code.ts'
import { clearMfaAttempts, consumeMfaAttempt } from './limits.ts'
import { timeStepOf } from './one-time-code.ts'
import { newCodeSet, replaceCodesWrites } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

type Confirm = Action<typeof mfa.confirm, MfaServices>

/**
 * Puts the enrolled factor in force. Cognito is told first: an account whose table says "enrolled" while Cognito asks for
 * no code would pass a bare password off as two factors. Cut off in between, the same code or the next one goes on.
 */
export const confirmFactor: Confirm = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await consumeMfaAttempt(data, actor, wallClock())
  const { data: factor } = await data.mfaFactors
    .get({ userId: actor.userId, status: 'unverified' })
    .go({ consistent: true })
  if (!factor) return refuse('mfa-not-enrolled')

  const step = await provenStep({ actor, body }, factor.sealedSecret, services)
  await putInForce({ actor, body }, factor, services)
  await clearMfaAttempts(data, actor)
  const recoveryCodes = await recordFactor({ actor, body }, { ...factor, step }, services)
  await finishConfirming(actor.userId, services)
  return { recoveryCodes: [...recoveryCodes] }
}

async function provenStep(
  { actor, body }: Parameters<Confirm>[0],
  sealedSecret: string,
  services: MfaServices,
): Promise<number> {
  const secret = await services.vault.open(sealedSecret, actor.userId)
  const step = timeStepOf(secret, body.code, services.wallClock())
  if (step !== undefined) return step
  await recordFailure(actor, 'MFA_CONFIRM_FAILED', services)
  return refuse('code-invalid')
}

/**
 * Cut off here, nobody knows whether Cognito has taken the factor. It takes none twice, so the next call goes on when it
 * is refused; but only after a cut-off, which `confirmingSince` remembers, and not after Cognito's own no.
 */
async function putInForce(
  { actor, body }: Parameters<Confirm>[0],
  { friendlyName, confirmingSince }: { friendlyName: string; confirmingSince?: string | undefined },
  { data, authenticators, wallClock }: MfaServices,
): Promise<void> {
  const key = { userId: actor.userId, status: 'unverified' } as const
  if (confirmingSince === undefined) {
    await data.mfaFactors.patch(key).set({ confirmingSince: wallClock().toISOString() }).go()
  }
  try {
    await authenticators.verify(actor.accessToken, body.code, friendlyName)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (confirmingSince === undefined) {
      await data.mfaFactors.patch(key).remove(['confirmingSince']).go()
      throw error
    }
  }
  await authenticators.demand(actor.userId.slice('usr_'.length), true)
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
  const enabledAt = wallClock().toISOString()
  const shared = await isShared(userId, services)
  const codeWrites = await replaceCodesWrites(data, userId, codes, at)
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ mfaEnabledAt: enabledAt, ...(shared && { revokedAt: enabledAt, keptSessionId: actor.sessionId }) })
      .remove(['enrolmentKeyUntil', 'enrolmentKeyHash'])
      .commit(),
    factor: entities.mfaFactors
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
    enrolment: entities.mfaFactors
      .delete({ userId, status: 'unverified' })
      .where(({ factorId }, { eq }) => eq(factorId, factor.factorId))
      .commit(),
    session: putSession(entities, actor, { now: wallClock(), proven: true }),
    recoveryCodes: codeWrites(entities),
    mail: queueMail(
      entities,
      {
        to: actor.email,
        customerId: actor.customerId,
        content: { kind: 'mfa-changed', name: actor.firstName, change: 'enabled' },
      },
      services,
    ),
    audit: appendAudit(entities, { action: 'MFA_ENABLED', by: userId, subjectId: userId, caller: actor }, services),
  }))
  if (!outcome.written) refuse('mfa-not-enrolled')
  return codes.codes
}

/** Whether another session may hold a token with which it would enrol an app of its own over this one. */
async function isShared(userId: string, { data, wallClock }: MfaServices): Promise<boolean> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  return user?.selfServiceShared === true && mayHoldSelfServiceToken(user, wallClock(), {})
}

/**
 * Ends the tokens of every session at Cognito when more than one of them was allowed to enrol before the factor was in
 * force. Cut off before, the account's next look at its factors goes on here.
 */
export async function finishConfirming(userId: string, services: MfaServices): Promise<void> {
  const { data, authenticators } = services
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  if (!user?.mfaEnabledAt || !(await isShared(userId, services))) return
  await authenticators.endTokens(userId.slice('usr_'.length))
  await data.users.patch({ userId }).remove(['selfServiceShared', 'selfServiceUntil']).go()
}
