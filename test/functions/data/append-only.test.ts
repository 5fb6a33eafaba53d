import { randomUUID } from 'node:crypto'
import { BatchWriteItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { enforceAppendOnlyWrites } from '#data/append-only'
import { computeAuditShard } from '#data/audit-entry'
import { createEmptyTable, createTableClient } from '../../support/table.ts'

const refused = 'an entry that is written once was put without a condition'

async function anEntry() {
  const { table, data } = await createEmptyTable()
  const auditId = `aud_${randomUUID()}`
  const entry = {
    auditId,
    shard: computeAuditShard(auditId),
    month: '2026-11',
    createdAt: '2026-11-22T10:00:00.000Z',
    action: 'AUDIT_EXPORTED',
    userId: 'visitor',
    subjectId: 'usr_1',
  } as const
  await data.auditEntries.create(entry).go()
  const pk = { S: '$audit#month_2026-11#shard_0' }
  const stored = await data.auditEntries.get(entry).go()
  const own = enforceAppendOnlyWrites(createTableClient())
  return { data, entry, own, table, key: { pk, sk: { S: 'any' } }, stored: stored.data }
}

test('an entry of the audit log is not put over another, by whatever way', async () => {
  const { data, entry, stored } = await anEntry()
  const other = { ...entry, subjectId: 'usr_2' }

  await expect(data.auditEntries.put(other).go()).rejects.toThrow(refused)
  await expect(data.auditEntries.put([other]).go()).rejects.toThrow(refused)
  await expect(data.transact(({ auditEntries }) => ({ audit: auditEntries.put(other).commit() }))).rejects.toThrow(
    refused,
  )
  await expect(data.auditEntries.create(other).go()).rejects.toThrow('The conditional request failed')

  expect((await data.auditEntries.get(entry).go()).data).toEqual(stored)
})

test('a condition that holds for an entry that is there is none', async () => {
  const { own, table, key } = await anEntry()
  const put = (ConditionExpression?: string) =>
    own.send(new PutItemCommand({ TableName: table, Item: key, ConditionExpression }))

  await expect(put()).rejects.toThrow(refused)
  await expect(put('attribute_exists(pk)')).rejects.toThrow(refused)
  await expect(put('attribute_not_exists(details)')).rejects.toThrow(refused)
  await expect(put('attribute_not_exists(pk) OR attribute_exists(pk)')).rejects.toThrow(refused)
  await expect(put('NOT attribute_not_exists(pk)')).rejects.toThrow(refused)
  await expect(put('attribute_not_exists(pk)')).resolves.toBeDefined()
})

test('the ledger of consents is held in the same way, and what is no such entry is left alone', async () => {
  const { own, table } = await anEntry()
  const consent = { pk: { S: '$consent#customerid_cus_1' }, sk: { S: 'any' } }
  const note = { pk: { S: '$client#customerid_cus_1' }, sk: { S: 'any' } }
  const inOneTransaction = (...items: readonly (typeof note)[]) =>
    own.send(
      new TransactWriteItemsCommand({ TransactItems: items.map((Item) => ({ Put: { TableName: table, Item } })) }),
    )
  const batch = (Item: typeof note) =>
    own.send(new BatchWriteItemCommand({ RequestItems: { [table]: [{ PutRequest: { Item } }] } }))

  await expect(inOneTransaction(note, consent)).rejects.toThrow(refused)
  await expect(batch(consent)).rejects.toThrow(refused)
  await expect(inOneTransaction(note)).resolves.toBeDefined()
  await expect(batch(note)).resolves.toBeDefined()
})
