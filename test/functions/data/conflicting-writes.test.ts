import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#data/database'
import { openRawTableAccess, type RawTableAccess } from '#data/raw-table-access'
import { createTableClient, createTableConnection } from '#data/table'
import { serveOnFreePort } from '../../../bin/local/open-local-stand-ins.ts'

async function aTableInTransactions(conflicts: number) {
  const sent: unknown[] = []
  const { address, close } = await serveOnFreePort(async (request, response) => {
    sent.push({ operation: String(request.headers['x-amz-target']).split('.')[1], body: await json(request) })
    const isRefused = sent.length <= conflicts
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
    const refusal = {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
      message: 'Transaction is ongoing for the item',
    }
    response.end(JSON.stringify(isRefused ? refusal : {}))
  })
  onTestFinished(async () => void (await close()))
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const openClient = () => createTableClient({ endpoint: address, region: 'eu-west-1', credentials })
  return {
    sent,
    data: openDatabase(createTableConnection('practice', openClient())),
    raw: openRawTableAccess('practice', openClient()),
  }
}

const key = { customerId: 'cus_00000001' }
const item = { pk: '$client#customerid_cus_00000001', sk: '$customer_1', __edb_e__: 'customer' }

type Write = (table: { readonly data: Database; readonly raw: RawTableAccess }) => Promise<unknown>
const writes: readonly (readonly [string, Write])[] = [
  ['PutItem', ({ data }) => data.messageThreads.put({ ...key, version: 1, lastSentAt: '2026-11-21T09:00Z' }).go()],
  ['UpdateItem', ({ data }) => data.messageThreads.patch(key).add({ version: 1 }).go()],
  ['DeleteItem', ({ data }) => data.messageThreads.delete(key).go()],
  ['PutItem of an erasure', ({ raw }) => raw.replace(item)],
  ['DeleteItem of an erasure', ({ raw }) => raw.remove(item)],
]

beforeEach(() => {
  // No pause between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe.for(writes)('a single write by %s', ([, write]) => {
  test('that meets a running transaction is sent again as it was, and done', async () => {
    const table = await aTableInTransactions(1)

    await write(table)

    expect(table.sent).toHaveLength(2)
    expect(table.sent[1]).toEqual(table.sent[0])
  })

  test('is given up after seven tries where the transactions do not end', async () => {
    const table = await aTableInTransactions(Infinity)

    const error = await write(table).catch((thrown: Error) => thrown)

    expect(String(error)).toContain('Transaction is ongoing for the item')
    expect(table.sent).toHaveLength(7)
  })
})
