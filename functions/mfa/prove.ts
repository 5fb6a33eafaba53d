import type { mfa } from '#contract/mfa'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { putSignInSession } from '#platform/sessions'
import { recordMfaFailure, consumeTotpCode } from './totp-code.ts'
import { clearMfaAttempts, consumeMfaAttempt } from './limits.ts'
import { countUnusedRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

export const proveSecondFactor: EndpointAction<typeof mfa.prove, MfaServices> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await consumeMfaAttempt(data, actor, wallClock())
  const byRecovery = 'recoveryCode' in body
  if (byRecovery) await consumeRecoveryCode(actor, body.recoveryCode, services)
  else await consumeTotpCode(actor, body.code, services)
  await clearMfaAttempts(data, actor)

  const left = await countUnusedRecoveryCodes(data, actor.userId)
  const action = byRecovery ? 'RECOVERY_CODE_USED' : 'MFA_VERIFIED'
  await data.transact((entities) => ({
    session: putSignInSession(entities, actor, { now: wallClock(), proven: true }),
    audit: appendAuditEntry(entities, { action, by: actor.userId, subjectId: actor.userId, caller: actor }, services),
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
  if (await spendRecoveryCode(services.data, actor.userId, code, services.now().toISOString())) return
  await recordMfaFailure(actor, 'MFA_VERIFY_FAILED', services)
  throwRefusal('code-invalid')
}
