import { AGENDA_STEP_MINUTES } from '#contract/consultation-types'
import { deleteCustomerSearchLine, updateCustomerSearchPieces } from '#data/customer-search-index'
import { isConditionFailure } from '#data/database'
import { findEmailHolder, prepareCustomerEmailRelease } from '#data/email-holders'
import { removeUserSearchPieces } from '#data/user-search-index'
import { getItemEntityName, type RawTableItem } from '#data/raw-table-access'
import { countsIn } from '#data/practice-counter'
import { appendAuditEntry } from '#platform/audit'
import { log } from '#platform/log'
import { toCognitoSub } from '#platform/user'
import { computeRetentionStepCount } from './archive.ts'
import { archiveRetainedItems } from './archive-items.ts'
import { archiveContractWithdrawalsByAddress } from './archive-withdrawals.ts'
import { pseudonymizeAuditEntries } from './erase-audit-entries.ts'
import type { ErasureServices, StoredErasure } from './erase-services.ts'
import { findUnsettledPurchase } from './unused-purchase.ts'
import { type AddressedErasure, addressErasure, findErasureEmails } from './erasure-addresses.ts'
import { recordPersonErasure } from './erasure-records.ts'
import { loadDataSubjectItems, listDataSubjectCustomerIds, listDataSubjectUserIds } from './data-subject.ts'

/** Each step is idempotent and the erasure's own item goes last, so the next run finishes an interrupted one. */
export async function eraseCustomerData(due: StoredErasure, services: ErasureServices): Promise<void> {
  const begun = await begin(due, services)
  if (!begun) return
  const archived = begun.archivedAt ? begun : await keepWhatTheLawKeeps(begun, services)
  await recordPersonErasure(archived, services)
  const { userId } = archived
  if (userId) await removeAccount(userId, services)
  const erasure = await addressErasure(archived, services)
  // Without an account nobody books or orders any more: read once for the agenda, the audit log and the first round of
  // removals.
  const items = await loadDataSubjectItems(erasure, services.partitions)
  await leaveAgenda(items, services)
  for (const customerId of listDataSubjectCustomerIds(erasure)) await services.files.remove(`${customerId}/`)
  const pseudonym = await pseudonymizeAuditEntries(erasure, items, services)
  await archiveContractWithdrawalsByAddress(erasure.addresses, services)
  await leaveLists(erasure, services)
  await eraseItems(items, erasure, services)
  // Once no mail waits any more that could put the address back.
  for (const { email, unsharedUntil } of erasure.addresses)
    if (unsharedUntil === undefined) await services.mailSuppressions.remove(email)
  await close({ ...erasure, pseudonym }, services)
}

async function removeAccount(userId: string, { data, identities }: ErasureServices): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  await identities.remove(toCognitoSub(user ?? { userId }))
}

/**
 * Irrevocable from here on. Undefined when it was undone just before.
 * @throws Error when something paid is neither used nor refunded; nothing has been erased then
 */
async function begin({ customerId }: StoredErasure, services: ErasureServices): Promise<StoredErasure | undefined> {
  const { data } = services
  try {
    await data.erasures.patch({ customerId }).set({ status: 'erasing' }).go()
  } catch (error) {
    if (isConditionFailure(error)) return undefined
    throw error
  }
  const { data: erasure } = await data.erasures.get({ customerId }).go()
  if (!erasure) return undefined
  // Only now: payments of somebody who is being erased are refused. Once archived, this was settled before.
  const unsettled = erasure.archivedAt ? undefined : await findUnsettledPurchase(customerId, services)
  if (unsettled) {
    // Later payments are refunded again.
    await data.erasures.patch({ customerId }).set({ status: 'waiting' }).go()
    log.error('an erasure was stopped', { customerId, unsettled })
    throw new Error(`${customerId} is not erased: ${unsettled}`)
  }
  // Stored before the first removal: afterwards neither record nor account contains them.
  const emails = await findErasureEmails(erasure, services)
  await data.erasures.patch({ customerId }).set({ emails }).go()
  return { ...erasure, emails }
}

async function keepWhatTheLawKeeps(erasure: StoredErasure, services: ErasureServices): Promise<StoredErasure> {
  const { data, partitions, now } = services
  const { customerId } = erasure
  const items = await loadDataSubjectItems(await addressErasure(erasure, services), partitions)
  for (const kept of ['health', 'billing', 'consent'] as const) {
    // From the due day, so that a second try computes the same place.
    const steps = computeRetentionStepCount(kept, items, new Date(erasure.dueAt))
    if (steps > 0)
      await archiveRetainedItems(
        kept,
        { items, records: listDataSubjectCustomerIds(erasure), folder: `keep-${steps}/${kept}/${customerId}` },
        services,
      )
  }
  const changes = { archivedAt: now().toISOString() }
  await data.erasures.patch({ customerId }).set(changes).go()
  return { ...erasure, ...changes }
}

async function leaveAgenda(items: readonly RawTableItem[], { data }: ErasureServices): Promise<void> {
  const consultations = items.filter((item) => getItemEntityName(item) === 'consultation')
  for (const { consultationId, startsAt, durationMinutes, pauseMinutes } of consultations) {
    const steps = Math.ceil((Number(durationMinutes) + Number(pauseMinutes ?? 0)) / AGENDA_STEP_MINUTES)
    for (let step = 0; step < steps; step += 1) {
      const at = Date.parse(String(startsAt)) + step * AGENDA_STEP_MINUTES * 60_000
      await leaveStep(new Date(at).toISOString(), String(consultationId), data)
    }
  }
}

async function leaveStep(beginsAt: string, consultationId: string, data: ErasureServices['data']): Promise<void> {
  try {
    await data.agendaSteps
      .patch({ beginsAt })
      .delete({ holders: [consultationId], pauses: [consultationId] })
      .go()
  } catch (error) {
    if (!isConditionFailure(error)) throw error
  }
}

async function leaveLists(erasure: StoredErasure, { data, now }: ErasureServices): Promise<void> {
  const { customerId } = erasure
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) {
    await data.transact((entities) => ({
      customer: entities.customers
        .delete({ customerId })
        .where(({ name }, { exists }) => exists(name))
        .commit(),
      counter: countsIn(entities, { clients: customer.internal ? 0 : -1 }, { now }),
    }))
  }
  for (const each of listDataSubjectCustomerIds(erasure)) {
    await data.transact((entities) => ({ searchLine: deleteCustomerSearchLine(entities, each) }))
    // A transaction's follow-up may fail without an error; here it must not.
    await updateCustomerSearchPieces(data, data.transact, each)
  }
  for (const each of listDataSubjectUserIds(erasure)) await removeUserSearchPieces(data, data.transact, each)
}

/** Repeats until nothing is found: the index of owners lags behind writes. */
async function eraseItems(
  found: readonly RawTableItem[],
  erasure: AddressedErasure,
  { data, partitions }: ErasureServices,
): Promise<void> {
  for (let items = found; ; items = await loadDataSubjectItems(erasure, partitions)) {
    const erasable = items.filter((item) => getItemEntityName(item) !== 'erasure')
    // Payments and orders lead to their receipts and refunds, the account to its user at Cognito: they go last.
    for (const item of erasable.toSorted(lastOnesLast))
      await (getItemEntityName(item) === 'clientAddress' ? releaseEmail(item, data) : partitions.remove(item))
    if (erasable.length === 0) return
  }
}

/** The index may still list an address that has gone on to another client. */
async function releaseEmail(item: RawTableItem, data: ErasureServices['data']): Promise<void> {
  const [email, customerId] = [String(item['email']), String(item['customerId'])]
  if ((await findEmailHolder(email, data)) !== customerId) return
  const release = await prepareCustomerEmailRelease({ email, customerId }, data)
  await data.transact((entities) => ({ clientAddress: release(entities) }))
}

const lastOnes = ['payment', 'order', 'user']
const lastOnesLast = (a: RawTableItem, b: RawTableItem) =>
  lastOnes.indexOf(getItemEntityName(a)) - lastOnes.indexOf(getItemEntityName(b))

async function close({ customerId, pseudonym }: StoredErasure, services: ErasureServices): Promise<void> {
  await services.data.transact((entities) => ({
    erasure: entities.erasures.delete({ customerId }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'CUSTOMER_ERASED', by: 'schedule', subjectId: `cus_${pseudonym}` },
      services,
    ),
  }))
}
