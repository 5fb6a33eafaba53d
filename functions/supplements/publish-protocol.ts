import { toPracticeDay } from '#contract/calendar-days'
import { isInForce } from '#contract/protocol'
import type { supplements } from '#contract/supplements-domain'
import { checkCustomerExists } from '#data/customer-check'
import type { PanelNews } from '#data/mail'
import { MAX_TRANSACTION_WRITES, type TransactionEntities } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import { createTakenOverWrites } from './past-courses.ts'
import { planPublication, type Publication, type PublicationStep } from './plan-publication.ts'
import { createAddedSupplementWrites, createReplacedSupplementWrites } from './prescription-writes.ts'
import { type StoredClientSupplement, toClientSupplement } from './to-client-supplement.ts'

/**
 * Everything in one transaction, with one mail to the client. A large protocol continues in further ones; repeating the
 * request after a failure completes it.
 */
export const publishProtocol: EndpointAction<typeof supplements.publish> = async (
  { actor, params: { customerId }, body },
  services,
) => {
  const customer = await requireCustomer(customerId, services.data)
  const publication: Publication = { actor, customerId, body }
  for (;;) {
    const protocol = await readWholeProtocol(customerId, services)
    const today = toPracticeDay(services.now())
    const inForce = protocol.filter((stored) => isInForce({ ...stored, endDate: stored.endDate ?? null }, today))
    const planned = await planPublication(publication, protocol, services)
    const steps = takeOneTransaction(planned, inForce.length)
    const [first, ...more] = steps
    if (!first && planned.length > 0) throw new Error(`one line is too much beside ${inForce.length} prescriptions`)
    if (!first) return { items: inForce.map((stored) => toClientSupplement(stored, today)) }
    const news = { customer, news: toNews(first), more: more.map(toNews) }
    let tries = 0
    const outcome = await transactWithPanelNews(news, services, async (queueNews) => {
      // A concurrent notice for this client may come from another change of the protocol.
      if (tries++ > 0) await requireSameProtocol({ customerId, protocol }, services)
      return services.data.transact((entities) => ({
        customer: checkCustomerExists(entities, customerId),
        steps: steps.map((step) => createStepWrites(entities, { publication, step }, services)),
        catalogue: createCatalogueWrites(entities, steps),
        unchanged: createUnchangedChecks(entities, inForce, steps),
        mail: queueNews(entities),
      }))
    })
    if (!outcome.written) throwRefusal(outcome.failedAll.has('customer') ? 'not-found' : 'changed-meanwhile')
  }
}

/** Not from an index, which lags. */
const readWholeProtocol = async (customerId: string, { data }: ActionServices) =>
  (await data.clientSupplements.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })).data

const versionsOf = (protocol: readonly StoredClientSupplement[]) =>
  protocol.map(({ clientSupplementId, version }) => `${clientSupplementId} ${version}`).join()

interface ReadProtocol {
  readonly customerId: string
  readonly protocol: readonly StoredClientSupplement[]
}

async function requireSameProtocol(read: ReadProtocol, services: ActionServices): Promise<void> {
  const now = await readWholeProtocol(read.customerId, services)
  if (versionsOf(now) !== versionsOf(read.protocol)) throwRefusal('changed-meanwhile')
}

const toNews = ({ name }: PublicationStep): PanelNews => ({ type: 'supplement', supplementName: name })

/** Prescription and audit entry; for a change also its past course and its mark for review. */
const ADDITION_WRITES = 2
const CHANGE_WRITES = 4
const OTHER_WRITES = 2

function takeOneTransaction(steps: readonly PublicationStep[], checks: number): readonly PublicationStep[] {
  let left = MAX_TRANSACTION_WRITES - OTHER_WRITES - checks
  const upTo = steps.findIndex((step) => {
    const { added, changed, catalogueEntry } = step
    left -= ADDITION_WRITES * added.length + CHANGE_WRITES * changed.length + (catalogueEntry ? 1 : 0)
    left -= takenOverIn(step).length
    return left < 0
  })
  return upTo === -1 ? steps : steps.slice(0, upTo)
}

const takenOverIn = ({ changed }: PublicationStep) => changed.flatMap(({ takenOver = [] }) => takenOver)

const createStepWrites = (
  entities: TransactionEntities,
  { publication: { actor, customerId }, step }: { publication: Publication; step: PublicationStep },
  services: ActionServices,
) => [
  ...step.added.map((row) => createAddedSupplementWrites(entities, { actor, added: row }, services)),
  ...step.changed.map((change) => createReplacedSupplementWrites(entities, { actor, ...change }, services)),
  ...createTakenOverWrites(entities, { customerId, doses: takenOverIn(step) }, services),
]

function createCatalogueWrites(entities: TransactionEntities, steps: readonly PublicationStep[]) {
  const entries = steps.flatMap(({ catalogueEntry }) => catalogueEntry ?? [])
  const once = new Map(entries.map((entry) => [entry.supplementId, entry]))
  return [...once.values()].map((entry) => entities.supplements.put(entry).commit())
}

function createUnchangedChecks(
  entities: TransactionEntities,
  inForce: readonly StoredClientSupplement[],
  steps: readonly PublicationStep[],
) {
  const changing = new Set(steps.flatMap(({ changed }) => changed.map(({ stored }) => stored.clientSupplementId)))
  return inForce
    .filter(({ clientSupplementId }) => !changing.has(clientSupplementId))
    .map(({ customerId, clientSupplementId, version }) =>
      entities.clientSupplements
        .check({ customerId, clientSupplementId })
        .where((before, operations) => createUnchangedCondition(before.version, version, operations))
        .commit(),
    )
}
