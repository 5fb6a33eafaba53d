import type { mfa } from '#contract/mfa'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { putSession } from '#platform/sessions'
import { recordFailure, consumeTotpCode } from './check-code.ts'
import { clearMfaAttempts, consumeMfaAttempt } from './limits.ts'
import { codesLeft, consumeCode } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

export const proveFactor: Action<typeof mfa.prove, MfaServices> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await consumeMfaAttempt(data, actor, wallClock())
  const byRecovery = 'recoveryCode' in body
  if (byRecovery) await consumeRecoveryCode(actor, body.recoveryCode, services)
  else await consumeTotpCode(actor, body.code, services)
  await clearMfaAttempts(data, actor)

  const left = await codesLeft(data, actor.userId)
  const action = byRecovery ? 'RECOVERY_CODE_USED' : 'MFA_VERIFIED'
  await data.transact((entities) => ({
    session: putSession(entities, actor, { now: wallClock(), proven: true }),
    audit: appendAudit(entities, { action, by: actor.userId, subjectId: actor.userId, caller: actor }, services),
    mail:
      byRecovery &&
      queueMail(
        entities,
        {
          to: actor.email,
          customerId: actor.customerId,
          content: { kind: 'recovery-code-used', name: actor.firstName, left },
        },
        services,
      ),
  }))
  return { success: true, provenAt: wallClock().toISOString(), recoveryCodesLeft: left }
}

async function consumeRecoveryCode(actor: Actor, code: string, services: MfaServices): Promise<void> {
  if (await consumeCode(services.data, actor.userId, code, services.now().toISOString())) return
  await recordFailure(actor, 'MFA_VERIFY_FAILED', services)
  refuse('code-invalid')
}
