import { expect, test } from 'vitest'
import { AUDIT_SHARD_COUNT, computeAuditShard } from '#data/audit-entry'
import { createAuditMonthQueries, mergeAuditQueriesNewestFirst } from '#data/audit-months'
import { findNewestAuditEntries } from '#data/audit-queries'
import { type TableEntities, createTableEntities } from '#data/entities'
import { type EntityKind, getEntityKindService } from '#data/key-prefixes'
import { servicesByOwner } from '#data/owner-services'
import { openRawTableAccess } from '#data/raw-table-access'
import { tableIndexes } from '#data/table'
import { createEmptyTable } from '../../support/table.ts'

const kinds = Object.entries(createTableEntities({ table: '-' })) as [EntityKind, TableEntities[EntityKind]][]

test.for(kinds)(
  '%s has keys that begin with the name of its service, in the table and in each index',
  ([kind, entity]) => {
    const service = getEntityKindService(kind)
    const { model, indexes } = entity.schema as unknown as {
      readonly model: { readonly service: string }
      readonly indexes: Readonly<Record<string, { readonly pk: { readonly template?: string } }>>
    }

    expect(model.service).toBe(service)
    const ownKeys = Object.values(indexes).flatMap(({ pk }) => pk.template ?? [])
    expect(ownKeys.filter((key) => !key.startsWith(`$${service}#`))).toEqual([])
  },
)

interface OwnerIndex {
  readonly index?: string
  readonly pk: { readonly composite: readonly string[] }
}

test('A-50 A-51 erasure and download ask each service in which an attribute of an owner is the key of a partition', () => {
  const found = kinds.flatMap(([kind, entity]) =>
    Object.values(entity.schema.indexes as Readonly<Record<string, OwnerIndex>>).flatMap(({ index, pk }) => {
      const where = index === undefined ? 'base' : index === tableIndexes.byOwner ? 'byOwner' : undefined
      const [attribute = '', ...more] = pk.composite
      const isOwner = where && more.length === 0 && attribute in servicesByOwner[where]
      return isOwner ? [[getEntityKindService(kind), where, attribute] as const] : []
    }),
  )

  const asks = ([service, where, attribute]: (typeof found)[number]) =>
    (servicesByOwner[where] as Readonly<Record<string, readonly string[]>>)[attribute]?.includes(service)
  expect(found.filter((each) => !asks(each))).toEqual([])
  expect(found.length).toBeGreaterThan(30)
})

const at = '2026-11-21T09:00:00.000Z'

const anEntry = (auditId: string, createdAt = at) =>
  ({
    auditId,
    month: '2026-11',
    createdAt,
    action: 'AUDIT_EXPORTED',
    userId: 'visitor',
    subjectId: 'usr_1',
  }) as const

test('one transaction writes items of several services, or none of them', async () => {
  const { data } = await createEmptyTable()
  const write = () =>
    data.transact((entities) => ({
      audit: entities.auditEntries.create(anEntry('aud_1')).commit(),
      stripeEvent: entities.stripeEvents
        .create({ eventId: 'evt_1', type: 'x', appliedAt: at, expiresAtEpoch: 4_000_000_000 })
        .commit(),
      clientAddress: entities.clientAddresses.put({ email: 'lucia@correo.test', customerId: 'cus_1' }).commit(),
      limit: entities.rateLimits.delete({ limit: 'checkout', subject: 'cus_1' }).commit(),
    }))

  const first = await write()
  await data.clientAddresses.delete({ email: 'lucia@correo.test' }).go()
  const second = await write()

  expect(first).toEqual({ written: true })
  expect(second).toMatchObject({ failed: 'audit', failedAll: new Set(['audit', 'stripeEvent']) })
  expect((await data.clientAddresses.get({ email: 'lucia@correo.test' }).go()).data).toBeNull()
})

const minute = (n: number) => new Date(Date.parse(at) + n * 60_000).toISOString()
const idOf = (n: number) => `aud_${String(n).padStart(4, '0')}`

async function aLog(entries: number) {
  const { data, client, table } = await createEmptyTable()
  for (let n = 0; n < entries; n++) await data.auditEntries.create(anEntry(idOf(n), minute(n))).go()
  const newest = Array.from({ length: entries }, (_, n) => idOf(entries - 1 - n))
  return { data, newest, partitions: openRawTableAccess(table, client) }
}

test('entries are spread over all parts of their month', async () => {
  const { newest } = await aLog(0)
  expect(newest).toEqual([])

  const parts = Array.from({ length: 100 }, () => computeAuditShard(`aud_${crypto.randomUUID()}`))

  expect(new Set(parts)).toEqual(new Set(Array.from({ length: AUDIT_SHARD_COUNT }, (_, part) => part)))
})

test('the pages of the log go through all parts of a month in the order of time', async () => {
  const { data, newest } = await aLog(23)
  const read: string[] = []
  let cursor: `${string}~${string}` | undefined
  do {
    const page = await findNewestAuditEntries(data, {}, { limit: 5, cursor }, new Date(minute(60)))
    read.push(...page.items.map(({ auditId }) => auditId))
    cursor = page.next ?? undefined
  } while (cursor)

  expect(read).toEqual(newest)
})

test('parts that are read in steps come out in the order of time', async () => {
  const { data, newest } = await aLog(23)
  const queries = createAuditMonthQueries(data, '2026-11', { lower: { createdAt: '' }, upper: { createdAt: '~' } })

  const read: string[] = []
  for await (const lines of mergeAuditQueriesNewestFirst(queries, 2)) read.push(...lines.map(({ auditId }) => auditId))

  expect(read).toEqual(newest)
})

test('whoever erases people finds every entry of a month', async () => {
  const { partitions, newest } = await aLog(9)

  const found: unknown[] = []
  for await (const { auditId } of partitions.auditOf('2026-11')) found.push(auditId)

  expect(new Set(found)).toEqual(new Set(newest))
})
