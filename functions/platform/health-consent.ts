import type { HealthDataInputCondition } from '#contract/endpoint'
import { HEALTH_DATA_PURPOSE } from '#contract/health-consent'
import type { HealthDataLegalBasis, HealthWithdrawalRequest } from '#contract/health-consent'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import type { TransactionEntities } from '#data/transact'
import { type Actor, requireOwnCustomerId } from './actor.ts'
import { appendAuditEntry } from './audit.ts'
import type { CallerDetails } from './http.ts'
import { throwRefusal } from './refusal-error.ts'
import type { ActionServices } from './services.ts'

interface Given {
  readonly params?: unknown
  readonly body?: unknown
}

/**
 * For a client: consent to the current text. For the practice: the client's consent or another recorded legal basis.
 * @throws Refusal `health-consent-required` for a cliente, `health-basis-required` for an administrador
 */
export async function requireHealthConsent(
  rule: HealthDataInputCondition,
  { actor, ...given }: Given & { readonly actor: Actor },
  { data }: ActionServices,
): Promise<void> {
  if (!takesHealthData(rule, given)) return
  if (actor.role === 'cliente') {
    const { state } = await findCustomerHealthConsent(data, requireOwnCustomerId(actor))
    if (state !== 'given') throwRefusal('health-consent-required')
    return
  }
  const customerId = customerIdIn(given)
  // A new client cannot have given consent yet.
  if (customerId === undefined) return throwRefusal('health-basis-required')
  const { mayEnter } = await findCustomerHealthConsent(data, customerId)
  if (mayEnter) return
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer && takesHealthData(rule, given, customer)) throwRefusal('health-basis-required')
}

const takesHealthData = (rule: HealthDataInputCondition, { body }: Given, stored?: object): boolean =>
  rule === true || rule((body ?? {}) as Fields, stored as Fields | undefined)

type Fields = Readonly<Record<string, unknown>>

function customerIdIn({ params, body }: Given): string | undefined {
  const { customerId } = { ...(body as object), ...(params as object) } as { customerId?: unknown }
  return typeof customerId === 'string' ? customerId : undefined
}

interface LedgerEntry {
  readonly customerId: string
  readonly event: 'given' | 'withdrawn' | 'basis-named'
  readonly by: 'client' | 'guardian' | 'practice'
  readonly userId?: string
  readonly signedName?: string
  readonly textVersion?: string
  readonly basis?: HealthDataLegalBasis
  readonly asked?: HealthWithdrawalRequest
  readonly caller: CallerDetails
}

export const createHealthConsentEntry = (
  entities: TransactionEntities,
  { caller: { address, userAgent }, ...entry }: LedgerEntry,
  { now, newId }: Pick<ActionServices, 'now' | 'newId'>,
) =>
  entities.healthConsents
    .create({
      ...entry,
      entryId: newId('hcn'),
      recordedAt: now().toISOString(),
      purpose: HEALTH_DATA_PURPOSE,
      address,
      userAgent,
    })
    .commit()

/**
 * Part of the transaction of a new consent: cancels a pending erasure, so that a withdrawal taken back in time keeps
 * the data. Its condition fails once the erasure has begun.
 */
export const createHealthErasureStop = (entities: TransactionEntities, customerId: string) =>
  entities.healthErasures
    .delete({ customerId })
    .where(({ status }, { eq, notExists }) => `${notExists(status)} OR ${eq(status, 'waiting')}`)
    .commit()

interface NamedBasis {
  readonly actor: Actor
  readonly customerId: string
  readonly basis: HealthDataLegalBasis
}

export const createLegalBasisWrites = (
  entities: TransactionEntities,
  { actor, customerId, basis }: NamedBasis,
  services: Pick<ActionServices, 'now' | 'newId'>,
) => [
  createHealthConsentEntry(
    entities,
    { customerId, event: 'basis-named', by: 'practice', userId: actor.userId, basis, caller: actor },
    services,
  ),
  appendAuditEntry(
    entities,
    { action: 'HEALTH_BASIS_NAMED', by: actor.userId, subjectId: customerId, caller: actor, details: { basis } },
    services,
  ),
]
