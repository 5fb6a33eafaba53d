import type { EntityItem } from 'electrodb'
import type { CustomerHealthConsentStatus } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'

type Entry = EntityItem<TableEntities['healthConsents']>

export async function findCustomerHealthConsent(
  data: Database,
  customerId: string,
): Promise<CustomerHealthConsentStatus> {
  const [{ data: customer }, own, { data: erasure }] = await Promise.all([
    data.customers.get({ customerId }).go(),
    entriesOf(customerId, data),
    data.healthErasures.get({ customerId }).go(),
  ])
  // Legal bases of a merged client stay under the former id: ledger entries are never moved.
  const former = await Promise.all((customer?.formerCustomerIds ?? []).map((id) => entriesOf(id, data)))
  const entries = [...former.flat(), ...own].toSorted((one, other) => one.recordedAt.localeCompare(other.recordedAt))
  const state = stateOf(entries)
  const erasing = erasure !== null
  // Data entered now would be erased with the rest, whatever its legal basis.
  return { ...state, erasing, mayEnter: state.mayEnter && !erasing }
}

const entriesOf = async (customerId: string, { healthConsents }: Database): Promise<readonly Entry[]> =>
  (await healthConsents.query.byCustomer({ customerId }).go({ pages: 'all' })).data

function stateOf(entries: readonly Entry[]): Omit<CustomerHealthConsentStatus, 'erasing'> {
  const last = entries.findLast(({ event }) => event !== 'basis-named')
  const withdrawnAt = last?.event === 'withdrawn' ? last.recordedAt : null
  const basis = basisAfter(withdrawnAt, entries)
  return {
    ...givenIn(entries),
    state: consentState(last),
    withdrawnAt,
    basis,
    // Consent to an older text stays valid for the same purpose; the client is asked again at their next own entry.
    mayEnter: last?.event === 'given' || basis !== null,
  }
}

function givenIn(entries: readonly Entry[]) {
  const given = entries.findLast(({ event }) => event === 'given')
  return {
    givenAt: given?.recordedAt ?? null,
    textVersion: given?.textVersion ?? null,
    byGuardian: given?.by === 'guardian',
  }
}

/** A withdrawal also ends every legal basis recorded before it. */
function basisAfter(withdrawnAt: string | null, entries: readonly Entry[]): CustomerHealthConsentStatus['basis'] {
  const named = entries.findLast(({ event }) => event === 'basis-named')
  if (!named?.basis || (withdrawnAt !== null && named.recordedAt <= withdrawnAt)) return null
  return { basis: named.basis, namedAt: named.recordedAt }
}

function consentState(last: Entry | undefined): CustomerHealthConsentStatus['state'] {
  if (!last) return 'none'
  if (last.event === 'withdrawn') return 'withdrawn'
  return last.textVersion === HEALTH_CONSENT_VERSION ? 'given' : 'outdated'
}
