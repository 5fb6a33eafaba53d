import type { consent } from '#contract/consent'
import { HealthConsent } from '#contract/health-consent'
import { hasAge, ADULT_AGE } from '#contract/sign-up'
import { healthConsentOf } from '#data/health-consent-queries'
import type { TransactionEntities } from '#data/transact'
import { type Actor, ownCustomerId } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { nameBasisWrites, ledgerEntry } from '#platform/health-consent'
import { dayOf } from '#contract/days'
import { queueMail } from '#platform/outbox'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import type { ConsentServices } from './services.ts'

export const readHealth: Action<typeof consent.readHealth, ConsentServices> = ({ actor }, services) =>
  stateOfMine(ownCustomerId(actor), services)

export const giveHealth: Action<typeof consent.giveHealth, ConsentServices> = async ({ actor, body }, services) => {
  const customerId = ownCustomerId(actor)
  await requireAdult(actor, services)
  // Asked twice because the first answer was lost on the way: what is given is given.
  const before = await stateOfMine(customerId, services)
  if (before.state === 'given') return before
  const { textVersion } = body
  const outcome = await services.data.transact((entities) => ({
    healthConsent: ledgerEntry(
      entities,
      { customerId, event: 'given', by: 'client', userId: actor.userId, textVersion, caller: actor },
      services,
    ),
    // Whoever thought better of a withdrawal before anything was erased keeps what there is.
    healthErasure: entities.healthErasures
      .delete({ customerId })
      .where(({ status }, { eq, notExists }) => `${notExists(status)} OR ${eq(status, 'waiting')}`)
      .commit(),
    audit: auditConsentChange(
      entities,
      { action: 'HEALTH_CONSENT_GIVEN', actor, customerId, details: { textVersion } },
      services,
    ),
  }))
  requireWritten(outcome)
  return stateOfMine(customerId, services)
}

export const withdrawHealth: Action<typeof consent.withdrawHealth, ConsentServices> = async ({ actor }, services) => {
  const customerId = ownCustomerId(actor)
  const before = await stateOfMine(customerId, services)
  if (before.state === 'withdrawn') return before
  if (before.state === 'none') refuse('changed-meanwhile')
  const requestedAt = services.now().toISOString()
  const outcome = await services.data.transact((entities) => ({
    healthConsent: ledgerEntry(
      entities,
      { customerId, event: 'withdrawn', by: 'client', userId: actor.userId, caller: actor },
      services,
    ),
    healthErasure: entities.healthErasures
      .put({ customerId, status: 'waiting', requestedAt })
      .where(({ status }, { eq, notExists }) => `${notExists(status)} OR ${eq(status, 'waiting')}`)
      .commit(),
    mail: queueMail(
      entities,
      { to: services.practiceMail, customerId, content: { kind: 'health-consent-withdrawn', customerId, requestedAt } },
      services,
    ),
    audit: auditConsentChange(entities, { action: 'HEALTH_CONSENT_WITHDRAWN', actor, customerId }, services),
  }))
  requireWritten(outcome)
  return stateOfMine(customerId, services)
}

export const readHealthOfCustomer: Action<typeof consent.readHealthOfCustomer, ConsentServices> = async (
  { params },
  services,
) => {
  await requireCustomer(params.customerId, services)
  return healthConsentOf(services.data, params.customerId)
}

export const nameBasis: Action<typeof consent.nameBasis, ConsentServices> = async (
  { actor, params, body },
  services,
) => {
  const { customerId } = params
  const { basis } = body
  await requireCustomer(customerId, services)
  await services.data.transact((entities) => ({
    healthBasis: nameBasisWrites(entities, { actor, customerId, basis }, services),
  }))
  return healthConsentOf(services.data, customerId)
}

/** The practice's other legal bases are not shown to clients. */
const stateOfMine = async (customerId: string, { data }: Services): Promise<HealthConsent> =>
  HealthConsent.parse(await healthConsentOf(data, customerId))

/** For a minor the guardian decides. */
async function requireAdult({ userId }: Actor, { data, now }: Services): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  const birthDate = user?.birthDate || refuse('birth-date-missing')
  if (!hasAge(birthDate, ADULT_AGE, dayOf(now()))) refuse('guardian-consent-required')
}

async function requireCustomer(customerId: string, { data }: Services): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (!customer) refuse('not-found')
}

interface ConsentChange {
  readonly action: 'HEALTH_CONSENT_GIVEN' | 'HEALTH_CONSENT_WITHDRAWN'
  readonly actor: Actor
  readonly customerId: string
  readonly details?: Readonly<Record<string, unknown>>
}

const auditConsentChange = (
  entities: TransactionEntities,
  { action, actor, customerId, details }: ConsentChange,
  services: Services,
) =>
  appendAudit(
    entities,
    { action, by: actor.userId, subjectId: customerId, caller: actor, ...(details && { details }) },
    services,
  )
