import type { mfa } from '#contract/mfa'
import type { Actor } from '#platform/actor'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { sessionSeen } from '#platform/sessions'
import { noteFailure, spendCode } from './judge.ts'
import { forgetMfaTries, takeMfaTry } from './limits.ts'
import { codesLeft, consumeCode } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

/** auth-mfa-verify: proves the second factor for this session, with the app's code or a recovery code in its place. */
export const proveFactor: Action<typeof mfa.prove, MfaServices> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await takeMfaTry(data, actor, wallClock())
  const byRecovery = 'recoveryCode' in body
  if (byRecovery) await spendRecoveryCode(actor, body.recoveryCode, services)
  else await spendCode(actor, body.code, services)
  await forgetMfaTries(data, actor)

  const left = await codesLeft(data, actor.userId)
  const action = byRecovery ? 'RECOVERY_CODE_USED' : 'MFA_VERIFIED'
  await data.transact((entities) => ({
    session: sessionSeen(entities, actor, { now: wallClock(), proven: true }),
    audit: audited(entities, { action, by: actor.userId, subjectId: actor.userId, caller: actor }, services),
    mail:
      byRecovery &&
      queued(
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

async function spendRecoveryCode(actor: Actor, code: string, services: MfaServices): Promise<void> {
  if (await consumeCode(services.data, actor.userId, code, services.now().toISOString())) return
  await noteFailure(actor, 'MFA_VERIFY_FAILED', services)
  refuse('code-invalid')
}
