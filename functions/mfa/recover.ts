import type { ActionInput } from '#contract/endpoint'
import type { mfa } from '#contract/mfa'
import { findUserByEmail } from '#data/user-queries'
import type { TransactionEntities } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { queueMail } from '#platform/outbox'
import { verifyPassword } from '../account/public/password-proof.ts'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { findKnownBrowserPlaces, findMailedLinkPlaces } from '../account/public/trusted-places.ts'
import { type StoredUser, toCognitoSub } from '#platform/user'
import { recordMfaFailure, computeTotpCode, computeTotpTimeStep } from './totp-code.ts'
import { consumeMfaRecoveryRequestLimit, consumeMfaRecoveryAttempt } from './limits.ts'
import {
  countUnusedRecoveryCodes,
  findUnusedRecoveryCodeHash,
  createConsumeRecoveryCodeWrite,
} from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

/**
 * Exchanges a recovery code for the code that the lost app would show, after the password, so that nobody else can use
 * up the owner's tries. Gives no access by itself: the page answers Cognito's challenge with it. Unknown accounts,
 * wrong passwords, wrong codes and used codes get the same refusal.
 */
export const exchangeRecoveryCodeForTotp: EndpointAction<typeof mfa.recover, MfaServices> = async (
  { actor: caller, body },
  services,
) => {
  const { data, now, wallClock, vault } = services
  const user = await findUserByEmail(data, body.email)
  await consumeMfaRecoveryRequestLimit(data, caller.address, wallClock())
  if (!user || !(await verifyPassword(await claimOf(user, { body, caller }, services), services))) {
    return throwRefusal('code-invalid')
  }
  const { userId } = user
  await consumeMfaRecoveryAttempt(data, userId, wallClock())
  const { data: factor } = await data.mfaFactors.get({ userId, status: 'verified' }).go()

  const hash = await findUnusedRecoveryCodeHash(data, userId, body.recoveryCode)
  const wrong = async () => {
    await recordMfaFailure({ ...caller, userId }, 'MFA_VERIFY_FAILED', services)
    return throwRefusal('code-invalid')
  }
  if (!factor || hash === undefined) return wrong()
  const step = await freeStep(factor, services)
  const left = (await countUnusedRecoveryCodes(data, userId)) - 1
  const outcome = await data.transact((entities) => ({
    recoveryCode: createConsumeRecoveryCodeWrite(entities, { userId, hash, at: now().toISOString() }),
    factor: entities.mfaFactors
      .patch({ userId, status: 'verified' })
      .set({ exchangedStep: step })
      .where(({ exchangedStep }, { notExists, lt }) => `(${notExists(exchangedStep)} OR ${lt(exchangedStep, step)})`)
      .commit(),
    ...createRecoveryCodeUsedWrites(entities, { user, caller, left }, services),
  }))
  if (!outcome.written) return outcome.failed === 'recoveryCode' ? wrong() : throwRefusal('too-many-attempts')
  const secret = await vault.open(factor.sealedSecret, userId)
  // Cognito accepts no code twice: when the first was used at a sign-in, the next one works.
  return { codes: [computeTotpCode(secret, step), computeTotpCode(secret, computeTotpTimeStep(wallClock()) + 1)] }
}

async function claimOf(
  user: StoredUser,
  { body, caller }: { body: ActionInput<typeof mfa.recover>['body']; caller: CallerDetails },
  services: MfaServices,
) {
  const { password, link, browsers = [] } = body
  const { userId } = user
  const trusting = [
    ...(link ? await findMailedLinkPlaces(link, services) : []),
    ...(await findKnownBrowserPlaces(browsers, services)),
  ]
  const trust = trusting.find((each) => each.userId === userId)
  return { userId, sub: toCognitoSub(user), password, caller, ...(trust && { trust }) }
}

/**
 * The current step, or the next when the current one is used. With both used nothing is exchanged and the recovery code
 * stays valid.
 * @throws Refusal `too-many-attempts`
 */
async function freeStep(
  { userId, exchangedStep = 0 }: { userId: string; exchangedStep?: number | undefined },
  { data, wallClock }: MfaServices,
): Promise<number> {
  const present = computeTotpTimeStep(wallClock())
  const { data: sessions } = await data.signInSessions.query.byUser({ userId }).go({ pages: 'all' })
  const byApp =
    exchangedStep < present && sessions.some(({ signedInAt }) => computeTotpTimeStep(new Date(signedInAt)) === present)
  const free = Math.max(present, exchangedStep + 1) + (byApp ? 1 : 0)
  return free > present + 1 ? throwRefusal('too-many-attempts') : free
}

interface UsedRecoveryCode {
  readonly user: StoredUser
  readonly caller: CallerDetails
  readonly left: number
}

const createRecoveryCodeUsedWrites = (
  entities: TransactionEntities,
  { user: { userId, email, firstName, customerId }, caller, left }: UsedRecoveryCode,
  services: MfaServices,
) => ({
  mail: queueMail(
    entities,
    { to: email, customerId, content: { kind: 'recovery-code-used', name: firstName, left } },
    services,
  ),
  audit: appendAuditEntry(
    entities,
    { action: 'RECOVERY_CODE_USED', by: userId, subjectId: userId, caller, details: { left } },
    services,
  ),
})
