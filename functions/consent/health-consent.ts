import type { consent } from '#contract/consent'
import {
  canRegisterHealthWithdrawal,
  HealthConsentStatus,
  type HealthWithdrawalRequest,
} from '#contract/health-consent'
import { hasReachedAge, ADULT_AGE_YEARS } from '#contract/sign-up'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import type { TransactionEntities } from '#data/transact'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { createHealthConsentEntry, createHealthErasureStop, createLegalBasisWrites } from '#platform/health-consent'
import { toPracticeDay } from '#contract/calendar-days'
import { queueMail } from '#platform/outbox'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import type { ConsentServices } from './services.ts'
import { findWithdrawalRecipients, type WithdrawalRecipient } from './withdrawal-recipients.ts'

export const readHealthConsent: EndpointAction<typeof consent.readHealth, ConsentServices> = ({ actor }, services) =>
  stateOfMine(requireOwnCustomerId(actor), services)

export const giveHealthConsent: EndpointAction<typeof consent.giveHealth, ConsentServices> = async (
  { actor, body },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  await requireAdult(actor, services)
  const before = await stateOfMine(customerId, services)
  if (before.state === 'given') return before
  const { textVersion } = body
  const outcome = await services.data.transact((entities) => ({
    healthConsent: createHealthConsentEntry(
      entities,
      { customerId, event: 'given', by: 'client', userId: actor.userId, textVersion, caller: actor },
      services,
    ),
    healthErasure: createHealthErasureStop(entities, customerId),
    audit: auditConsentChange(
      entities,
      { action: 'HEALTH_CONSENT_GIVEN', actor, customerId, details: { textVersion } },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return stateOfMine(customerId, services)
}

export const withdrawHealthConsent: EndpointAction<typeof consent.withdrawHealth, ConsentServices> = async (
  { actor },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  const before = await stateOfMine(customerId, services)
  if (before.state === 'withdrawn') return before
  if (before.state === 'none') throwRefusal('changed-meanwhile')
  await writeWithdrawal({ actor, customerId, entry: { by: 'client' } }, services)
  return stateOfMine(customerId, services)
}

export const registerHealthConsentWithdrawal: EndpointAction<
  typeof consent.withdrawHealthOfCustomer,
  ConsentServices
> = async ({ actor, params, body }, services) => {
  const { customerId } = params
  const customer = await requireCustomer(customerId, services.data)
  const before = await findCustomerHealthConsent(services.data, customerId)
  if (!canRegisterHealthWithdrawal(before))
    return before.state === 'withdrawn' ? before : throwRefusal('changed-meanwhile')
  const { asked } = body
  const recipients = await findWithdrawalRecipients(customer, asked, services)
  await writeWithdrawal({ actor, customerId, entry: { by: 'practice', asked }, recipients }, services)
  return findCustomerHealthConsent(services.data, customerId)
}

interface Withdrawal {
  readonly actor: Actor
  readonly customerId: string
  readonly entry: { readonly by: 'client' } | { readonly by: 'practice'; readonly asked: HealthWithdrawalRequest }
  readonly recipients?: readonly WithdrawalRecipient[]
}

/** @throws Refusal `changed-meanwhile` while the data of an earlier withdrawal are being erased */
async function writeWithdrawal(
  { actor, customerId, entry, recipients = [] }: Withdrawal,
  services: ConsentServices,
): Promise<void> {
  const asked = entry.by === 'practice' && { asked: entry.asked }
  const requestedAt = services.now().toISOString()
  const outcome = await services.data.transact((entities) => ({
    healthConsent: createHealthConsentEntry(
      entities,
      { ...entry, customerId, event: 'withdrawn', userId: actor.userId, caller: actor },
      services,
    ),
    healthErasure: entities.healthErasures
      .put({ customerId, status: 'waiting', requestedAt })
      .where(({ status }, { eq, notExists }) => `${notExists(status)} OR ${eq(status, 'waiting')}`)
      .commit(),
    mail: queueMail(
      entities,
      {
        to: services.practiceMail,
        customerId,
        content: { kind: 'health-consent-withdrawn', customerId, requestedAt, ...asked },
      },
      services,
    ),
    confirmations: recipients.map(({ to, ...recipient }) =>
      queueMail(
        entities,
        { to, customerId, content: { kind: 'health-withdrawal-registered', requestedAt, ...recipient } },
        services,
      ),
    ),
    audit: auditConsentChange(
      entities,
      { action: 'HEALTH_CONSENT_WITHDRAWN', actor, customerId, ...(asked && { details: asked }) },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
}

export const readCustomerHealthConsent: EndpointAction<typeof consent.readHealthOfCustomer, ConsentServices> = async (
  { params },
  services,
) => {
  await requireCustomer(params.customerId, services.data)
  return findCustomerHealthConsent(services.data, params.customerId)
}

export const setHealthDataLegalBasis: EndpointAction<typeof consent.nameBasis, ConsentServices> = async (
  { actor, params, body },
  services,
) => {
  const { customerId } = params
  const { basis } = body
  await requireCustomer(customerId, services.data)
  await services.data.transact((entities) => ({
    healthBasis: createLegalBasisWrites(entities, { actor, customerId, basis }, services),
  }))
  return findCustomerHealthConsent(services.data, customerId)
}

/** The practice's other legal bases are not shown to clients. */
const stateOfMine = async (customerId: string, { data }: ActionServices): Promise<HealthConsentStatus> =>
  HealthConsentStatus.parse(await findCustomerHealthConsent(data, customerId))

async function requireAdult({ userId }: Actor, { data, now }: ActionServices): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  const birthDate = user?.birthDate || throwRefusal('birth-date-missing')
  if (!hasReachedAge(birthDate, ADULT_AGE_YEARS, toPracticeDay(now()))) throwRefusal('guardian-consent-required')
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
  services: ActionServices,
) =>
  appendAuditEntry(
    entities,
    { action, by: actor.userId, subjectId: customerId, caller: actor, ...(details && { details }) },
    services,
  )
