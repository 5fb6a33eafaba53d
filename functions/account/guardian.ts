import type { EntityItem } from 'electrodb'
import type { account } from '#contract/account-domain'
import type { TableEntities } from '#data/entities'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { appendAuditEntry } from '#platform/audit'
import { isMinor, isMinorWithoutGuardianConsent } from './public/guardian.ts'
import { createHealthConsentEntry, createHealthErasureStop } from '#platform/health-consent'
import { requireOneTimeLink, type OneTimeLink, consumeOneTimeLink } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { StoredUser } from '#platform/user'
import type { AccountServices } from './services.ts'
import { loadAccountSettings } from './settings.ts'

const BY_MINOR: RateLimit = { name: 'guardian-requests', tries: 5, minutes: 24 * 60 }
const BY_CALLER: RateLimit = { name: 'guardian-links', tries: 30, minutes: 60 }

export const requestGuardianConsent: EndpointAction<typeof account.askGuardian, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, newId, wallClock } = services
  const { userId } = actor
  const customerId = requireOwnCustomerId(actor)
  const { data: user } = await data.users.get({ userId }).go()
  if (!user || !(await needsGuardian(user, customerId, services))) return throwRefusal('guardian-not-needed')
  if (body.email === user.email.toLowerCase()) throwRefusal('own-email')
  await consumeRateLimit(data, BY_MINOR, userId, wallClock())

  // The owner of that address has asked for nothing, so mails are limited; the reply does not reveal it.
  const mailed = await consumeAddressMailLimit(body.email, services)
  if (!mailed && (await isAwaitedFrom(body.email, customerId, services))) return loadAccountSettings(actor, services)
  const requestId = newId('gua')
  await writeRequest({ actor, customerId, requestId, ...body, mailed }, services)
  return loadAccountSettings(actor, services)
}

/** A link already sent stays valid: another request would void it, and no mail would bring the new one. */
async function isAwaitedFrom(email: string, customerId: string, { data }: AccountServices): Promise<boolean> {
  const { data: asked } = await data.guardianConsents.get({ customerId }).go()
  return asked !== null && asked.email === email && asked.consentedAt === undefined
}

interface GuardianRequest {
  readonly actor: Actor
  readonly customerId: string
  readonly requestId: string
  readonly name: string
  readonly email: string
  readonly mailed: boolean
}

async function writeRequest(guardianRequest: GuardianRequest, services: AccountServices): Promise<void> {
  const { actor, customerId, requestId, name, email, mailed } = guardianRequest
  const { data, now } = services
  const { userId } = actor
  const { data: before } = await data.guardianConsents.get({ customerId }).go()
  const earlier = authorisationsOf(before)
  const { written } = await data.transact((entities) => ({
    guardianConsent: entities.guardianConsents
      .put({
        customerId,
        userId,
        requestId,
        name,
        email,
        requestedAt: now().toISOString(),
        ...(earlier.length > 0 && { earlier }),
      })
      .where(
        (stored, operations) =>
          `${createUnchangedCondition(stored.requestId, before?.requestId, operations)} AND ${createUnchangedCondition(stored.consentedAt, before?.consentedAt, operations)}`,
      )
      .commit(),
    mail:
      mailed &&
      queueMail(
        entities,
        { to: email, customerId, content: { kind: 'guardian-request', userId, requestId } },
        services,
      ),
    audit: appendAuditEntry(
      entities,
      { action: 'GUARDIAN_ASKED', by: userId, subjectId: userId, details: { requestId }, caller: actor },
      services,
    ),
  }))
  if (!written) await writeRequest(guardianRequest, services)
}

function authorisationsOf(before: EntityItem<TableEntities['guardianConsents']> | null) {
  if (!before) return []
  const { customerId: _, userId: __, earlier = [], ...latest } = before
  return latest.consentedAt ? [...earlier, latest] : earlier
}

async function needsGuardian(user: StoredUser, customerId: string, { data, now }: AccountServices): Promise<boolean> {
  if (isMinorWithoutGuardianConsent(user, now())) return true
  return isMinor(user, now()) && (await findCustomerHealthConsent(data, customerId)).state !== 'given'
}

export const readGuardianConsentRequest: EndpointAction<typeof account.readGuardianRequest, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, BY_CALLER, actor.address, services.wallClock())
  const { request, minor } = await requestOf(await requireOneTimeLink(body.token, 'guardian', services), services)
  return { minorName: fullName(minor), guardianName: request.name, requestedAt: request.requestedAt }
}

export const giveGuardianConsent: EndpointAction<typeof account.giveGuardianConsent, AccountServices> = async (
  { actor, body: { token, name, textVersion, healthTextVersion } },
  services,
) => {
  await consumeNetworkRateLimit(services.data, BY_CALLER, actor.address, services.wallClock())
  const link = await requireOneTimeLink(token, 'guardian', services)
  const { request, minor } = await requestOf(link, services)
  const { customerId, requestId } = request
  const consentedAt = services.now().toISOString()
  const { address, userAgent } = actor
  const outcome = await services.data.transact((entities) => ({
    link: consumeOneTimeLink(entities, link),
    guardianConsent: entities.guardianConsents
      .patch({ customerId })
      .set({ consentedAt, signedName: name, textVersion, address, userAgent })
      .where((stored, { eq, notExists }) => `${eq(stored.requestId, requestId)} AND ${notExists(stored.consentedAt)}`)
      .commit(),
    user: entities.users.patch({ userId: minor.userId }).set({ guardianConsentAt: consentedAt }).commit(),
    healthConsent:
      healthTextVersion &&
      createHealthConsentEntry(
        entities,
        {
          customerId,
          event: 'given',
          by: 'guardian',
          signedName: name,
          textVersion: healthTextVersion,
          caller: actor,
        },
        services,
      ),
    healthErasure: healthTextVersion && createHealthErasureStop(entities, customerId),
    audit: appendAuditEntry(
      entities,
      {
        action: 'GUARDIAN_CONSENTED',
        by: 'guardian',
        subjectId: minor.userId,
        details: { requestId, textVersion, ...(healthTextVersion && { healthTextVersion }) },
        caller: actor,
      },
      services,
    ),
  }))
  if (outcome.written) return { consented: true }
  // The link stays valid, for another try when the erasure is done.
  return throwRefusal(outcome.failed === 'healthErasure' ? 'changed-meanwhile' : 'link-invalid')
}

/** A client who has come of age decides without the guardian. */
async function requestOf({ userId, cause }: OneTimeLink, { data, now }: AccountServices) {
  const { data: minor } = await data.users.get({ userId }).go()
  if (minor?.status !== 'active' || !minor.customerId || !isMinor(minor, now())) return throwRefusal('link-invalid')
  const { data: request } = await data.guardianConsents.get({ customerId: minor.customerId }).go()
  return request?.requestId === cause && !request.consentedAt ? { request, minor } : throwRefusal('link-invalid')
}

const fullName = ({ firstName, lastName }: Pick<StoredUser, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()
