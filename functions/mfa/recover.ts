import type { mfa } from '#contract/mfa'
import { userByEmail } from '#data/queries'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import { noteFailure } from './judge.ts'
import { takeRecoveryTry } from './limits.ts'
import { codeAt, stepAt } from './one-time-code.ts'
import { codesLeft, consumeCode } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

/**
 * Exchanges a recovery code for the code that the lost app would show. It opens nothing by itself: the page answers with
 * it what Cognito asks after the right password. Unknown accounts, wrong codes and used ones are all the same refusal.
 */
export const recoverCode: Action<typeof mfa.recover, MfaServices> = async ({ actor: caller, body }, services) => {
  const { data, now, wallClock, vault } = services
  const user = await userByEmail(data, body.email)
  await takeRecoveryTry(data, { userId: user?.userId ?? body.email, address: caller.address }, wallClock())
  const userId = user?.userId ?? 'usr_nobody'
  const { data: factor } = await data.mfaFactors.get({ userId, status: 'verified' }).go({ consistent: true })

  const consumed = await consumeCode(data, userId, body.recoveryCode, now().toISOString())
  if (!user || !factor || !consumed) {
    if (user) await noteFailure({ ...caller, userId }, 'MFA_VERIFY_FAILED', services)
    return refuse('code-invalid')
  }
  await tellOwner(user, caller, services)
  const secret = await vault.open(factor.sealedSecret, userId)
  const step = stepAt(wallClock())
  // Cognito takes no code twice: when this half minute's has been used at sign-in already, the next one is taken.
  return { codes: [codeAt(secret, step), codeAt(secret, step + 1)] }
}

async function tellOwner(
  user: User,
  caller: { address: string; userAgent: string },
  services: MfaServices,
): Promise<void> {
  const { userId, email, firstName } = user
  const left = await codesLeft(services.data, userId)
  await services.data.together((writing) => [
    queued(writing, { to: email, content: { kind: 'recovery-code-used', name: firstName, left } }, services),
    audited(
      writing,
      { action: 'RECOVERY_CODE_USED', by: userId, subjectId: userId, caller, details: { left } },
      services,
    ),
  ])
}
