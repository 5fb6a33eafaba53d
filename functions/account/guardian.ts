import type { account } from '#contract/account'
import { healthConsentOf } from '#data/health-consent-queries'
import { ownCustomerId } from '#platform/actor'
import { mayMailAddress } from './public/address-mails.ts'
import { appendAudit } from '#platform/audit'
import { isMinor, isMinorWithoutConsent } from './public/guardian.ts'
import { ledgerEntry } from '#platform/health-consent'
import { requireLink, type OneTimeLink, consumeLink } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { AccountServices } from './services.ts'
import { settingsOf } from './settings.ts'

const BY_MINOR: RateLimit = { name: 'guardian-requests', tries: 5, minutes: 24 * 60 }
const BY_CALLER: RateLimit = { name: 'guardian-links', tries: 30, minutes: 60 }

/** A new request makes earlier links worthless. */
export const askGuardian: Action<typeof account.askGuardian, AccountServices> = async ({ actor, body }, services) => {
  const { data, now, newId, wallClock } = services
  const { userId } = actor
  const customerId = ownCustomerId(actor)
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  if (!user || !(await needsGuardian(user, customerId, services))) return refuse('guardian-not-needed')
  if (body.email === user.email.toLowerCase()) refuse('own-email')
  await consumeRateLimit(data, BY_MINOR, userId, wallClock())

  const requestId = newId('gua')
  // Whoever reads that address has asked for nothing; the minor is answered alike, as anybody may be who types it.
  const mailed = await mayMailAddress(body.email, services)
  await data.transact((entities) => ({
    guardianConsent: entities.guardianConsents
      .put({ customerId, userId, requestId, ...body, requestedAt: now().toISOString() })
      .commit(),
    mail:
      mailed &&
      queueMail(
        entities,
        { to: body.email, customerId, content: { kind: 'guardian-request', userId, requestId } },
        services,
      ),
    audit: appendAudit(
      entities,
      { action: 'GUARDIAN_ASKED', by: userId, subjectId: userId, details: { requestId }, caller: actor },
      services,
    ),
  }))
  return settingsOf(actor, services)
}

async function needsGuardian(user: User, customerId: string, { data, now }: AccountServices): Promise<boolean> {
  if (isMinorWithoutConsent(user, now())) return true
  return isMinor(user, now()) && (await healthConsentOf(data, customerId)).state !== 'given'
}

export const readGuardianRequest: Action<typeof account.readGuardianRequest, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, BY_CALLER, actor.address, services.wallClock())
  const { request, minor } = await requestOf(await requireLink(body.token, 'guardian', services), services)
  return { minorName: fullName(minor), guardianName: request.name, requestedAt: request.requestedAt }
}

/** Records who agreed to which text, when and from where, as evidence of the consent. */
export const giveGuardianConsent: Action<typeof account.giveGuardianConsent, AccountServices> = async (
  { actor, body: { token, name, textVersion, healthTextVersion } },
  services,
) => {
  await consumeNetworkRateLimit(services.data, BY_CALLER, actor.address, services.wallClock())
  const link = await requireLink(token, 'guardian', services)
  const { request, minor } = await requestOf(link, services)
  const { customerId, requestId } = request
  const consentedAt = services.now().toISOString()
  const { address, userAgent } = actor
  const outcome = await services.data.transact((entities) => ({
    link: consumeLink(entities, link),
    guardianConsent: entities.guardianConsents
      .patch({ customerId })
      .set({ consentedAt, signedName: name, textVersion, address, userAgent })
      .where((stored, { eq, notExists }) => `${eq(stored.requestId, requestId)} AND ${notExists(stored.consentedAt)}`)
      .commit(),
    user: entities.users.patch({ userId: minor.userId }).set({ guardianConsentAt: consentedAt }).commit(),
    healthConsent:
      healthTextVersion &&
      ledgerEntry(
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
    audit: appendAudit(
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
  return outcome.written ? { consented: true } : refuse('link-invalid')
}

async function requestOf({ userId, cause }: OneTimeLink, { data }: AccountServices) {
  const { data: minor } = await data.users.get({ userId }).go({ consistent: true })
  if (minor?.status !== 'active' || !minor.customerId) return refuse('link-invalid')
  const { data: request } = await data.guardianConsents.get({ customerId: minor.customerId }).go({ consistent: true })
  return request?.requestId === cause && !request.consentedAt ? { request, minor } : refuse('link-invalid')
}

const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()
