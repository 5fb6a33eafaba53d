import type { HealthRule } from '#contract/endpoint'
import { HEALTH_PURPOSE } from '#contract/health-consent'
import type { LegalBasis } from '#contract/health-consent'
import { healthConsentOf } from '#data/health-consent-queries'
import type { TransactionEntities } from '#data/transact'
import { type Actor, ownCustomerId } from './actor.ts'
import { appendAudit } from './audit.ts'
import type { Caller } from './http.ts'
import { refuse } from './refusal.ts'
import type { Services } from './services.ts'

interface Given {
  readonly params?: unknown
  readonly body?: unknown
}

/**
 * For a client: consent to the current text. For the practice: the client's consent or another recorded legal basis.
 * @throws Refusal `health-consent-required` for a cliente, `health-basis-required` for an administrador
 */
export async function requireHealthConsent(
  rule: HealthRule,
  { actor, ...given }: Given & { readonly actor: Actor },
  { data }: Services,
): Promise<void> {
  if (!takesHealthData(rule, given)) return
  if (actor.role === 'cliente') {
    const { state } = await healthConsentOf(data, ownCustomerId(actor))
    if (state !== 'given') refuse('health-consent-required')
    return
  }
  const customerId = customerIdIn(given)
  // Whoever is being entered could not agree yet.
  if (customerId === undefined) return refuse('health-basis-required')
  const { mayEnter } = await healthConsentOf(data, customerId)
  if (mayEnter) return
  // Of whom there is no file the action says so.
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (customer && takesHealthData(rule, given, customer)) refuse('health-basis-required')
}

const takesHealthData = (rule: HealthRule, { body }: Given, stored?: object): boolean =>
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
  readonly basis?: LegalBasis
  readonly caller: Caller
}

/** Has to be in the transaction of the change. Entries cannot be changed. */
export const ledgerEntry = (
  entities: TransactionEntities,
  { caller: { address, userAgent }, ...entry }: LedgerEntry,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
) =>
  entities.healthConsents
    .create({
      ...entry,
      entryId: newId('hcn'),
      recordedAt: now().toISOString(),
      purpose: HEALTH_PURPOSE,
      address,
      userAgent,
    })
    .commit()

interface NamedBasis {
  readonly actor: Actor
  readonly customerId: string
  readonly basis: LegalBasis
}

export const nameBasisWrites = (
  entities: TransactionEntities,
  { actor, customerId, basis }: NamedBasis,
  services: Pick<Services, 'now' | 'newId'>,
) => [
  ledgerEntry(
    entities,
    { customerId, event: 'basis-named', by: 'practice', userId: actor.userId, basis, caller: actor },
    services,
  ),
  appendAudit(
    entities,
    { action: 'HEALTH_BASIS_NAMED', by: actor.userId, subjectId: customerId, caller: actor, details: { basis } },
    services,
  ),
]
