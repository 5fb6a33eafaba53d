import { expect, test } from 'vitest'
import { describeTable } from '../../bin/local/dynamo.ts'
import { describeUnstreamedTable, redirectToTableWithoutStream } from '../../bin/local/unstreamed-items.ts'

const TableName = 'habitat'
const piece = { pk: { S: '$client#piece_fer' }, sk: { S: '=rer\ncus_1' } }
const line = { pk: { S: '$client#search_1' }, sk: { S: 'cus_1' } }

const tablesOf = (request: object) => {
  const routed = redirectToTableWithoutStream(Buffer.from(JSON.stringify(request))).toString()
  return [...routed.matchAll(/"TableName":"([^"]+)"/g)].map(([, name]) => name)
}

test.each([
  ['put', { TableName, Item: piece }],
  ['read', { TableName, Key: piece }],
  ['looked for', { TableName, ExpressionAttributeValues: { ':pk': piece.pk, ':sk1': piece.sk } }],
])('a piece of the search is %s in the table that has no stream', (_, request) => {
  expect(tablesOf(request)).toEqual([describeUnstreamedTable(describeTable(TableName)).TableName])
})

test('a transaction of pieces and their line is one of both tables', () => {
  const TransactItems = [{ Update: { TableName, Key: line } }, { Put: { TableName, Item: piece } }]

  expect(tablesOf({ TransactItems })).toEqual([TableName, `${TableName}-unstreamed`])
})

test('what speaks of pieces and is none stays where it is', () => {
  expect(tablesOf({ TableName, Item: { ...line, note: piece.pk } })).toEqual([TableName])
})

test('the table without a stream is else as the other', () => {
  const table = describeTable(TableName)

  expect(describeUnstreamedTable(table)).toEqual({
    ...table,
    TableName: `${TableName}-unstreamed`,
    StreamSpecification: { StreamEnabled: false },
  })
})
