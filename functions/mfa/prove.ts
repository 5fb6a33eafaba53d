import type { mfa } from '#contract/mfa'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { putSignInSession } from '#platform/sessions'
import { recordMfaFailure, consumeTotpCode } from './totp-code.ts'
import { clearMfaAttempts, consumeMfaAttempt } from './limits.ts'
import {
  countUnusedRecoveryCodes,
  createConsumeRecoveryCodeWrite,
  findUnusedRecoveryCodeHash,
} from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

export const proveSecondFactor: EndpointAction<typeof mfa.prove, MfaServices> = async ({ actor, body }, services) => {
  const { data, now, wallClock } = services
  const { userId } = actor
  await consumeMfaAttempt(data, actor, wallClock())
  const hash = 'recoveryCode' in body ? await requireRecoveryCode(actor, body.recoveryCode, services) : undefined
  if ('code' in body) await consumeTotpCode(actor, body.code, services)

  const unused = await countUnusedRecoveryCodes(data, userId)
  const left = hash === undefined ? unused : unused - 1
  const action = hash === undefined ? 'MFA_VERIFIED' : 'RECOVERY_CODE_USED'
  const outcome = await data.transact((entities) => ({
    recoveryCode:
      hash !== undefined && createConsumeRecoveryCodeWrite(entities, { userId, hash, at: now().toISOString() }),
    session: putSignInSession(entities, actor, { now: wallClock(), proven: true }),
    audit: appendAuditEntry(entities, { action, by: userId, subjectId: userId, caller: actor }, services),
    mail:
      hash !== undefined &&
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
  // A concurrent request has used the same recovery code.
  if (!outcome.written) return refuseCode(actor, services)
  await clearMfaAttempts(data, actor)
  return { success: true, provenAt: wallClock().toISOString(), recoveryCodesLeft: left }
}

const requireRecoveryCode = async (actor: Actor, code: string, services: MfaServices): Promise<string> =>
  (await findUnusedRecoveryCodeHash(services.data, actor.userId, code)) ?? refuseCode(actor, services)

async function refuseCode(actor: Actor, services: MfaServices): Promise<never> {
  await recordMfaFailure(actor, 'MFA_VERIFY_FAILED', services)
  return throwRefusal('code-invalid')
}
