import { beforeAll, describe, expect, test } from 'vitest'
import { allEntityKinds } from '#data/key-prefixes'
import { getEntityKindsForOperation, type TableOperation } from '#data/table-access'
import { type LambdaName, tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { type FunctionItemOperations, findItemOperations } from '../support/item-operations.ts'

const functions = Object.keys(tableAccessByLambda) as LambdaName[]
const operations = ['read', 'put', 'update', 'delete'] as const

const anyKind: Partial<Readonly<Record<LambdaName, readonly TableOperation[]>>> = {
  'privacy/make-export': ['read'],
  'privacy/erase-due': ['read', 'delete'],
}

let reached: Readonly<Record<LambdaName, FunctionItemOperations>>
beforeAll(async () => {
  reached = await findItemOperations()
})

describe.each(functions)('%s', (name) => {
  test('has declared what its code does with the table, and nothing besides', () => {
    const byName = operations.filter((operation) => !anyKind[name]?.includes(operation))
    const declared = byName.flatMap((operation) =>
      getEntityKindsForOperation(tableAccessByLambda[name], operation).map((kind) => `${operation} ${kind}`),
    )
    const done = [...reached[name].reach].filter((each) => byName.some((operation) => each.startsWith(operation)))

    expect(declared.toSorted()).toEqual(done.toSorted())
    expect(reached[name].handedOn, 'an entity is used where it is named, so that this test can see how').toEqual([])
  })
})

test('whoever reads or erases everything of somebody has declared every kind', () => {
  expect(tableAccessByLambda['privacy/make-export'].reads).toEqual(allEntityKinds)
  expect(tableAccessByLambda['privacy/erase-due'].reads).toEqual(allEntityKinds)
  expect(allEntityKinds.filter((kind) => !tableAccessByLambda['privacy/erase-due'].deletes?.includes(kind))).toEqual([
    'auditEntries',
  ])
})
