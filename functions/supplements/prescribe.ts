import { toPracticeDay } from '#contract/calendar-days'
import {
  type AddClientSupplement,
  clientSupplementFields,
  MAX_MOMENTS,
  splitSupplementByDoseTime,
} from '#contract/client-supplement'
import type { supplements } from '#contract/supplements-domain'
import { checkCustomerExists } from '#data/customer-check'
import { toStoredRecord } from '#data/stored-record'
import type { Actor } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import { toRequestedId } from '#platform/requested-id'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import { findOrBuildCatalogueSupplement } from './catalogue.ts'
import { createAddedSupplementWrites, isSameCourse } from './prescription-writes.ts'
import { toDoseTimes } from './public/dose-times.ts'
import { toClientSupplement, type StoredClientSupplement } from './to-client-supplement.ts'

export const prescribeSupplement: EndpointAction<typeof supplements.add> = async (
  { actor, params: { customerId }, body: { requestId, ...course } },
  services,
) => {
  const [added] = await addRows({ actor, customerId, requestId, rows: [course] }, services)
  if (!added) throw new Error('no row was added')
  return added
}

export const prescribeSupplementByMoment: EndpointAction<typeof supplements.addByMoment> = async (
  { actor, params: { customerId }, body: { requestId, ...course } },
  services,
) => {
  const groupId = toRequestedId('csg', { actor, customerId, requestId })
  const rows = splitSupplementByDoseTime(course).map((row) => ({ ...row, groupId }))
  return { items: await addRows({ actor, customerId, requestId, rows }, services) }
}

interface Addition {
  readonly actor: Actor
  readonly customerId: string
  readonly requestId: string
  readonly rows: readonly (Omit<AddClientSupplement, 'requestId'> & { readonly groupId?: string })[]
}

/**
 * All rows or none, with one notice to the client, which waits for others. A repeated request returns the rows added by
 * the first.
 * @throws Refusal `changed-meanwhile` when those differ: the client would read two doses
 */
async function addRows(addition: Addition, services: ActionServices) {
  const { actor, customerId } = addition
  const customer = await requireCustomer(customerId, services.data)
  const { supplementId, name, known } = await findOrBuildCatalogueSupplement(addition.rows[0]?.name ?? '', services)
  const createdAt = services.now().toISOString()
  const wanted = addition.rows.map((course, at): StoredClientSupplement => ({
    ...toStoredRecord(clientSupplementFields, course),
    times: toDoseTimes(course),
    ...(course.groupId && { groupId: course.groupId }),
    customerId,
    clientSupplementId: toRequestedId('csu', addition, at),
    supplementId,
    name,
    status: 'active',
    version: 1,
    createdAt,
  }))
  const today = toPracticeDay(services.now())
  const toReplies = (rows: readonly StoredClientSupplement[]) => rows.map((row) => toClientSupplement(row, today))
  const before = await readAdded(addition, services)
  if (before.length > 0) return toReplies(requireSameRows(before, wanted))

  const news = { customer, news: { type: 'supplement', supplementName: name } } as const
  const outcome = await transactWithPanelNews(news, services, (queueNews) =>
    services.data.transact((entities) => ({
      customer: checkCustomerExists(entities, customerId),
      supplements: wanted.map((added) => createAddedSupplementWrites(entities, { actor, added }, services)),
      // A concurrent entry of the same name writes the same item.
      catalogueEntry: !known && entities.supplements.put({ supplementId, name, createdAt }).commit(),
      mail: queueNews(entities),
    })),
  )
  if (!outcome.written) throwRefusal(outcome.failedAll.has('customer') ? 'not-found' : 'changed-meanwhile')
  return toReplies(wanted)
}

async function readAdded(addition: Addition, { data }: ActionServices): Promise<readonly StoredClientSupplement[]> {
  const { customerId } = addition
  const ids = Array.from({ length: MAX_MOMENTS }, (_, at) => toRequestedId('csu', addition, at))
  const found = await Promise.all(
    ids.map((clientSupplementId) =>
      data.clientSupplements.get({ customerId, clientSupplementId }).go({ consistent: true }),
    ),
  )
  return found.flatMap(({ data: row }) => row ?? [])
}

function requireSameRows(
  added: readonly StoredClientSupplement[],
  wanted: readonly StoredClientSupplement[],
): readonly StoredClientSupplement[] {
  const isSame = ({ supplementId, groupId, ...course }: StoredClientSupplement, at: number): boolean =>
    supplementId === wanted[at]?.supplementId && groupId === wanted[at].groupId && isSameCourse(course, wanted[at])
  return added.length === wanted.length && added.every(isSame) ? added : throwRefusal('changed-meanwhile')
}
