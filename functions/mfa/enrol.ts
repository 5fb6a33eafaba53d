import { createHash, randomBytes } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { generateURI } from 'otplib'
import type { mfa } from '#contract/mfa'
import { PRODUCT_NAME } from '#contract/product'
import { isConditionFailure } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { verifyPassword } from '../account/public/password-proof.ts'
import { throwRefusal, RefusalError } from '#platform/refusal-error'
import { mayHoldSelfServiceToken, ACCESS_TOKEN_LIFETIME_MS } from '../account/public/self-service.ts'
import type { EndpointAction } from '#platform/serve'
import { putSignInSession } from '#platform/sessions'
import { toCognitoSub } from '#platform/user'
import { toSessionPlace } from '../account/public/trusted-places.ts'
import { recordMfaFailure, findTotpTimeStep } from './totp-code.ts'
import { finishMfaDisabling } from './disable.ts'
import { clearMfaAttempts, consumeMfaAttempt } from './limits.ts'
import { createRecoveryCodeSet, createReplaceRecoveryCodesWrites } from './recovery-codes.ts'
import type { MfaServices } from './services.ts'

const SIGN_IN_MS = 5 * 60_000

const KEY_MS = 5 * 60_000

/**
 * Cognito enrols with the owner's token only, and with a scope that also switches the factor off; our trigger withholds
 * it from every token. A session that may enrol gets it for one refresh with the key issued here; other sessions do not
 * have the key.
 */
export const allowMfaEnrolment: EndpointAction<typeof mfa.allowEnrolment, MfaServices> = async (
  { actor, body },
  services,
) => {
  const { data, wallClock } = services
  const { userId, sessionId } = actor
  await finishMfaDisabling(userId, services)
  const { data: user } = await data.users.get({ userId }).go()
  if (!user) return throwRefusal('profile-missing')
  if (user.mfaEnabledAt && !actor.fresh) return throwRefusal('proof-required')
  if (!user.mfaEnabledAt) await requireFirstFactor(actor, body?.password, services)

  const now = wallClock()
  const until = new Date(now.getTime() + KEY_MS)
  const key = randomBytes(32).toString('base64url')
  const shared = mayHoldSelfServiceToken(user, now, { butFor: sessionId })
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({
        enrolmentKeyUntil: until.toISOString(),
        enrolmentKeyHash: createHash('sha256').update(key).digest('base64url'),
        enrolmentSessionId: sessionId,
        selfServiceUntil: new Date(until.getTime() + ACCESS_TOKEN_LIFETIME_MS).toISOString(),
        selfServiceShared: shared,
      })
      // Detects a factor confirmed meanwhile, or another session's key.
      .where(
        ({ mfaEnabledAt, enrolmentSessionId }, { eq, notExists }) =>
          `${user.mfaEnabledAt ? eq(mfaEnabledAt, user.mfaEnabledAt) : notExists(mfaEnabledAt)} AND ` +
          (user.enrolmentSessionId ? eq(enrolmentSessionId, user.enrolmentSessionId) : notExists(enrolmentSessionId)),
      )
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'MFA_ENROLMENT_ALLOWED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? { until: until.toISOString(), key } : throwRefusal('too-many-attempts')
}

/**
 * Requires a recent sign-in or the password, so that nobody with an open session or stolen tokens can enrol an app of
 * their own.
 * @throws Refusal `password-required`, `password-wrong`, or `sign-in-stale` when only Google can prove it again
 */
async function requireFirstFactor(actor: Actor, password: string | undefined, services: MfaServices): Promise<void> {
  const { userId, sub, sessionId, origin, signedInAt } = actor
  if (services.wallClock().getTime() - signedInAt.getTime() < SIGN_IN_MS) return
  if (origin === 'google') throwRefusal('sign-in-stale')
  if (password === undefined) return throwRefusal('password-required')
  const claim = { userId, sub, password, caller: actor, trust: toSessionPlace(userId, sessionId) }
  if (!(await verifyPassword(claim, services))) throwRefusal('password-wrong')
}

/**
 * Cognito creates the secret and keeps the current factor, if any, until a code of the new one is confirmed. Requires a
 * token that may enrol (`allowEnrolment`) and, with a factor in force, its proof.
 */
export const beginMfaEnrolment: EndpointAction<typeof mfa.enrol, MfaServices> = async ({ actor }, services) => {
  const { data, now, newId, authenticators, vault } = services
  const { userId } = actor
  await finishMfaDisabling(userId, services)
  const { data: inForce } = await data.mfaFactors.get({ userId, status: 'verified' }).go()
  if (inForce && !actor.fresh) throwRefusal('proof-required')

  const secret = await authenticators.associate(actor.accessToken)
  const createdAt = now().toISOString()
  const factor = { factorId: newId('mfa'), friendlyName: `${PRODUCT_NAME} ${createdAt}` }
  const sealedSecret = await vault.seal(secret, userId)
  await data.transact((entities) => ({
    factor: entities.mfaFactors.put({ userId, status: 'unverified', ...factor, sealedSecret, createdAt }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'MFA_ENROLMENT_STARTED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return {
    id: factor.factorId,
    friendlyName: factor.friendlyName,
    secret,
    uri: generateURI({ issuer: PRODUCT_NAME, label: actor.email, secret }),
  }
}

type Confirm = EndpointAction<typeof mfa.confirm, MfaServices>

/**
 * Cognito first: while the table calls an account enrolled and Cognito asks for no code, a bare password would pass for
 * two factors. After an interruption the same code or the next one continues.
 */
export const confirmMfaEnrolment: Confirm = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await consumeMfaAttempt(data, actor, wallClock())
  const { data: factor } = await data.mfaFactors.get({ userId: actor.userId, status: 'unverified' }).go()
  if (!factor) return throwRefusal('mfa-not-enrolled')

  const step = await provenStep({ actor, body }, factor.sealedSecret, services)
  await putInForce({ actor, body }, factor, services)
  await clearMfaAttempts(data, actor)
  const recoveryCodes = await recordFactor({ actor, body }, { ...factor, step }, services)
  await revokeTokensOfSharedMfaEnrolment(actor.userId, services)
  return { recoveryCodes: [...recoveryCodes] }
}

async function provenStep(
  { actor, body }: Parameters<Confirm>[0],
  sealedSecret: string,
  services: MfaServices,
): Promise<number> {
  const secret = await services.vault.open(sealedSecret, actor.userId)
  const step = findTotpTimeStep(secret, body.code, services.wallClock())
  if (step !== undefined) return step
  await recordMfaFailure(actor, 'MFA_CONFIRM_FAILED', services)
  return throwRefusal('code-invalid')
}

async function putInForce(call: Parameters<Confirm>[0], factor: StoredFactor, services: MfaServices): Promise<void> {
  if (factor.poolVerifiedAt === undefined) await verifyAtCognito(call, factor, services)
  await services.authenticators.demand(call.actor.sub, true)
}

/**
 * After an interruption (`confirmingSince` without `poolVerifiedAt`) it is unknown whether Cognito accepted the factor. It
 * accepts none twice, so a refused code may be the sign of an accepted factor. Of a first factor Cognito says so when the
 * factor is demanded. Cognito tells nobody which of two factors it has in force, so a replacement begins anew: then both
 * sides have the newest, whichever was in force.
 */
async function verifyAtCognito(
  { actor, body }: Parameters<Confirm>[0],
  { factorId, friendlyName, confirmingSince }: StoredFactor,
  { data, authenticators, wallClock }: MfaServices,
): Promise<void> {
  const isContinued = confirmingSince !== undefined
  const stored = { userId: actor.userId, factorId, data }
  const at = wallClock().toISOString()
  if (!isContinued) await patchEnrolment(stored, (patch) => patch.set({ confirmingSince: at }))
  let isAccepted = false
  try {
    isAccepted = await authenticators.verify(actor.accessToken, body.code, friendlyName)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    if (!isContinued) await patchEnrolment(stored, (patch) => patch.remove(['confirmingSince']))
    // A refused token says nothing of the factor.
    if (!isContinued || error.code !== 'code-invalid') throw error
  }
  if (isAccepted) return patchEnrolment(stored, (patch) => patch.set({ poolVerifiedAt: at }))
  // Perhaps accepted: the next code goes on, as after an interruption.
  if (!isContinued) throwRefusal('code-invalid')
  const { data: inForce } = await data.mfaFactors.get({ userId: actor.userId, status: 'verified' }).go()
  if (inForce) throwRefusal('enrolment-expired')
}

type StoredFactor = EntityItem<TableEntities['mfaFactors']>

type Patch = ReturnType<MfaServices['data']['mfaFactors']['patch']>

/** @throws Refusal `mfa-not-enrolled` when the enrolment was finished or begun anew meanwhile */
async function patchEnrolment(
  { userId, factorId, data }: Pick<StoredFactor, 'userId' | 'factorId'> & Pick<MfaServices, 'data'>,
  change: (patch: Patch) => Pick<ReturnType<Patch['set']>, 'where'>,
): Promise<void> {
  try {
    await change(data.mfaFactors.patch({ userId, status: 'unverified' }))
      .where((stored, { eq }) => eq(stored.factorId, factorId))
      .go()
  } catch (error) {
    if (isConditionFailure(error)) throwRefusal('mfa-not-enrolled')
    throw error
  }
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
  const codes = await createRecoveryCodeSet()
  const at = now().toISOString()
  const enabledAt = wallClock().toISOString()
  const shared = await isShared(userId, services)
  const codeWrites = await createReplaceRecoveryCodesWrites(data, userId, codes, at)
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
    // Of two concurrent confirmations one writes: the other's recovery codes would be a second set that nobody was
    // shown.
    enrolment: entities.mfaFactors
      .delete({ userId, status: 'unverified' })
      .where(({ factorId }, { eq }) => eq(factorId, factor.factorId))
      .commit(),
    session: putSignInSession(entities, actor, { now: wallClock(), proven: true }),
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
    audit: appendAuditEntry(
      entities,
      { action: 'MFA_ENABLED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (!outcome.written) throwRefusal('mfa-not-enrolled')
  return codes.codes
}

async function isShared(userId: string, { data, wallClock }: MfaServices): Promise<boolean> {
  const { data: user } = await data.users.get({ userId }).go()
  return user?.selfServiceShared === true && mayHoldSelfServiceToken(user, wallClock(), {})
}

/**
 * Revokes all sessions' tokens at Cognito when more than one session was allowed to enrol before the factor was in
 * force. After an interruption the next read of the account's factors continues here.
 */
export async function revokeTokensOfSharedMfaEnrolment(userId: string, services: MfaServices): Promise<void> {
  const { data, authenticators } = services
  const { data: user } = await data.users.get({ userId }).go()
  if (!user?.mfaEnabledAt || !(await isShared(userId, services))) return
  await authenticators.endTokens(toCognitoSub(user))
  await data.users.patch({ userId }).remove(['selfServiceShared', 'selfServiceUntil']).go()
}
