import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { customers } from '../../functions/contract/customers.ts'
import { listCustomers } from '../../functions/customers/list.ts'
import { createCustomer, editCustomer } from '../../functions/customers/enter.ts'
import { recountUsersAndCustomers } from '../../functions/customers/recount.ts'
import { toCustomerSearchLine } from '../../functions/data/customer-search-index.ts'
import { createSearchPieceKeys, planCustomerSearch } from '../../functions/data/customer-search-text.ts'
import { openDatabase, type Database } from '#data/database'
import { createTableConnection } from '../../functions/data/table.ts'
import { createDynamoTable, startLocalDynamoDb } from '../local/dynamo.ts'

const TABLE = 'bench'

interface Capacity {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number } | readonly { readonly CapacityUnits?: number }[]
}

/** Each reading resets the counts. */
function meterOf(client: DynamoDBClient) {
  let units = 0
  let requests = 0
  client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
      const result = await next(args)
      const consumed = [(result.output as Capacity).ConsumedCapacity ?? []].flat()
      requests += 1
      units += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
      return result
    },
    { step: 'initialize' },
  )
  return () => {
    const seen = { units, requests }
    units = 0
    requests = 0
    return seen
  }
}

const first = ['María', 'José', 'Lucía', 'Andrés', 'Begoña', 'Íñigo', 'Carmen', 'Óscar']
const last = ['Ferrer', 'Núñez', 'Gil', 'Prado', 'Sanz', 'Ibáñez', 'Ruiz', 'Peña']

/**
 * About fifty characters of name, email and phone and one line of notes, as in real records: the size determines the
 * capacity units.
 */
const someone = (n: number) => {
  const name = `${first[n % 8]} ${last[(n >> 3) % 8]} ${last[(n >> 6) % 8]}`
  return {
    customerId: `cus_${crypto.randomUUID()}`,
    name,
    email: `cliente${n}@correo-de-ejemplo.es`,
    phone: `+34 600 ${String(n).padStart(6, '0')}`,
    address: 'Calle Mayor 1, 28013 Madrid',
    notes: 'Viene por recomendación.',
    version: 1,
    createdAt: new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString(),
  }
}

const searches = [
  ['a name, first page of many', 'nunez'],
  ['two names', 'lucia peña'],
  ['a part of an address, one match', 'cliente77@'],
  ['the end of every address', 'ejemplo.es'],
  ['the last digits of a phone', '000 077'],
  ['two letters', 'nu'],
  ['nobody', 'zzz'],
  ['two names that many have and nobody both', 'begoña carmen'],
] as const

/**
 * All search items of a hundred thousand clients would be seven million: beyond this number only those read here are
 * written.
 */
const MAX_CLIENTS_WITH_ALL_PIECES = 100
const piecesRead = new Set([
  'name',
  'without-date',
  'without-name',
  ...searches.flatMap(([, search]) => planCustomerSearch(search).flatMap((ranges) => ranges.map(({ piece }) => piece))),
])

async function fill(data: Database, from: number, to: number): Promise<void> {
  const people = Array.from({ length: to - from }, (_, n) => someone(from + n))
  const isKept = ({ piece }: { readonly piece: string }) => to <= MAX_CLIENTS_WITH_ALL_PIECES || piecesRead.has(piece)
  for (let done = 0; done < people.length; done += 500) {
    const part = people.slice(done, done + 500)
    const lines = part.map(toCustomerSearchLine)
    await data.customers.put(part).go({ concurrent: 10 })
    await data.searchLines.put(lines.map((line) => ({ ...line, indexed: [line.text] }))).go({ concurrent: 10 })
    const pieces = lines.flatMap(({ customerId, createdAt, text }) =>
      createSearchPieceKeys({ customerId, createdAt, text }).map((key) => ({ ...key, createdAt, text })),
    )
    await data.searchPieces.put(pieces.filter(isKept)).go({ concurrent: 10 })
  }
}

const dynamo = await startLocalDynamoDb()
const client = new DynamoDBClient({
  endpoint: dynamo.endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
})
await createDynamoTable(client, TABLE, { streamed: false })
const data = openDatabase(createTableConnection(TABLE, client))
const meter = meterOf(client)
let at = Date.UTC(2026, 0, 1)
const services = { data, now: () => new Date(at), newId: (prefix: string) => `${prefix}_${crypto.randomUUID()}` }
type ListCall = Parameters<typeof listCustomers>[0]
type CreateCall = Parameters<typeof createCustomer>[0]
type EditCall = Parameters<typeof editCustomer>[0]
const actor = { userId: 'usr_bench', address: '', userAgent: '' }

async function measure(what: string, ask: () => Promise<unknown>): Promise<void> {
  meter()
  const begun = performance.now()
  const reply = await ask()
  const milliseconds = Math.round(performance.now() - begun)
  const { units, requests } = meter()
  const bytes = Buffer.byteLength(JSON.stringify(reply))
  console.info(`| ${what} | ${requests} | ${units} | ${bytes} | ${milliseconds} |`)
}

const list = (query: object) => async () =>
  customers.list.reply.parse(
    await listCustomers({ query: customers.list.query.parse(query) } as ListCall, services as never),
  )

let filled = 0
for (const count of [100, 10_000, 100_000]) {
  await fill(data, filled, count)
  filled = count
  at += 86_400_000
  const label = `${count} clients`
  await measure(`${label}: recount`, () => recountUsersAndCustomers(services))
  await measure(`${label}: first page`, list({}))
  await measure(`${label}: first page by name`, list({ order: 'name' }))
  await measure(`${label}: first page without an account`, list({ account: 'without' }))
  for (const [what, search] of searches) await measure(`${label}: search «${search}», ${what}`, list({ search }))
  const { customerId: _, version: __, createdAt: ___, ...body } = someone(count)
  let entered: { customerId: string; version: number } | undefined
  await measure(`${label}: create`, async () => {
    entered = await createCustomer({ body, actor } as unknown as CreateCall, services as never)
    return entered
  })
  const { customerId = '', version = 1 } = entered ?? {}
  await measure(`${label}: change the phone`, () =>
    editCustomer(
      { body: { ...body, phone: '+34 699 999 999', version }, params: { customerId }, actor } as unknown as EditCall,
      services as never,
    ),
  )
  filled += 1
}
await dynamo.stop()
