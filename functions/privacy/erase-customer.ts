import { AGENDA_STEP_MINUTES } from '#contract/consultation'
import { utcMonthOf } from '#contract/days'
import { deleteSearchLine } from '#data/customer-search'
import { conditionFailed } from '#data/data'
import { modelOf, type RawItem } from '#data/partitions'
import { countsIn } from '#data/counter'
import { appendAudit } from '#platform/audit'
import { retentionSteps } from './archive.ts'
import { archiveItems } from './archive-items.ts'
import { blockWithdrawalsOf } from './block-withdrawals.ts'
import { eraseFromHistory } from './erase-history.ts'
import type { EraseServices, Erasure } from './erase-services.ts'
import { itemsOfPerson, customerIdsOf } from './person.ts'

/**
 * Archives what the law keeps, then erases everything else. Each step is idempotent and the erasure's own item goes
 * last, so the next run finishes an interrupted one.
 */
export async function eraseCustomer(due: Erasure, services: EraseServices): Promise<void> {
  const begun = await begin(due, services)
  if (!begun) return
  const erasure = begun.archivedAt ? begun : await keepWhatTheLawKeeps(begun, services)
  const { userId } = erasure
  if (userId) await services.identities.remove(userId.slice('usr_'.length))
  await leaveAgenda(erasure, services)
  for (const customerId of customerIdsOf(erasure)) await services.files.remove(`${customerId}/`)
  await eraseFromHistory(erasure, services)
  await blockWithdrawalsOf(erasure.email, services)
  await leaveLists(erasure, services)
  await eraseItems(erasure, services)
  await close(erasure, services)
}

/** Irrevocable from here on. Undefined when it was undone just before. */
async function begin({ customerId }: Erasure, { data }: EraseServices): Promise<Erasure | undefined> {
  try {
    await data.erasures.patch({ customerId }).set({ status: 'erasing' }).go()
  } catch (error) {
    if (conditionFailed(error)) return undefined
    throw error
  }
  return (await data.erasures.get({ customerId }).go({ consistent: true })).data ?? undefined
}

async function keepWhatTheLawKeeps(erasure: Erasure, services: EraseServices): Promise<Erasure> {
  const { data, partitions, now } = services
  const { customerId } = erasure
  const items = await itemsOfPerson(erasure, partitions)
  for (const kept of ['health', 'billing', 'consent'] as const) {
    // Counted from the day on which it was due, so that a second try finds the same place.
    const steps = retentionSteps(kept, items, new Date(erasure.dueAt))
    if (steps > 0)
      await archiveItems(
        kept,
        { items, records: customerIdsOf(erasure), folder: `keep-${steps}/${kept}/${customerId}` },
        services,
      )
  }
  const changes = { since: oldestMonth(items), archivedAt: now().toISOString() }
  await data.erasures.patch({ customerId }).set(changes).go()
  return { ...erasure, ...changes }
}

/** No audit entry can name the person before this month. */
function oldestMonth(items: readonly RawItem[]): string {
  const instants = items.flatMap((item) =>
    Object.values(item).filter((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)),
  ) as string[]
  return utcMonthOf(instants.toSorted()[0] ?? new Date(0))
}

/** Frees the agenda: its steps contain consultation ids, of which none may remain. */
async function leaveAgenda(erasure: Erasure, { data, partitions }: EraseServices): Promise<void> {
  const consultations = (await itemsOfPerson(erasure, partitions)).filter(
    ({ __edb_e__ }) => __edb_e__ === 'consultation',
  )
  for (const { consultationId, startsAt, durationMinutes } of consultations) {
    const steps = Math.ceil(Number(durationMinutes) / AGENDA_STEP_MINUTES)
    for (let step = 0; step < steps; step += 1) {
      const at = Date.parse(String(startsAt)) + step * AGENDA_STEP_MINUTES * 60_000
      await leaveStep(new Date(at).toISOString(), String(consultationId), data)
    }
  }
}

async function leaveStep(beginsAt: string, consultationId: string, data: EraseServices['data']): Promise<void> {
  try {
    await data.agendaSteps
      .patch({ beginsAt })
      .delete({ holders: [consultationId] })
      .go()
  } catch (error) {
    // A step that has expired holds nobody.
    if (!conditionFailed(error)) throw error
  }
}

async function leaveLists({ customerId }: Erasure, { data, now }: EraseServices): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (!customer) return
  await data.transact((entities) => ({
    customer: entities.customers
      .delete({ customerId })
      .where(({ name }, { exists }) => exists(name))
      .commit(),
    searchLine: deleteSearchLine(entities, customerId),
    counter: countsIn(entities, { clients: customer.internal ? 0 : -1 }, { now }),
  }))
}

/** Repeats until nothing is found: the index of owners lags behind writes. */
async function eraseItems(erasure: Erasure, { partitions }: EraseServices): Promise<void> {
  for (;;) {
    const items = (await itemsOfPerson(erasure, partitions)).filter(({ __edb_e__ }) => __edb_e__ !== 'erasure')
    // Orders are the way to their receipts and consultations to the agenda; who the person is goes last.
    for (const item of items.toSorted(lastOnesLast)) await partitions.remove(item)
    if (items.length === 0) return
  }
}

const lastOnes = ['payment', 'order', 'user']
const lastOnesLast = (a: RawItem, b: RawItem) => lastOnes.indexOf(modelOf(a)) - lastOnes.indexOf(modelOf(b))

async function close({ customerId, pseudonym }: Erasure, services: EraseServices): Promise<void> {
  await services.data.transact((entities) => ({
    erasure: entities.erasures.delete({ customerId }).commit(),
    audit: appendAudit(
      entities,
      { action: 'CUSTOMER_ERASED', by: 'schedule', subjectId: `cus_${pseudonym}` },
      services,
    ),
  }))
}
