import { beforeAll, describe, expect, test } from 'vitest'
import { everyKind } from '#data/key-prefixes'
import { kindsFor, type TableOperation } from '#data/table-access'
import { type FunctionName, tableAccess } from '../../functions/table-access.ts'
import { type Reached, reachedByCode } from '../support/reached-items.ts'

const functions = Object.keys(tableAccess) as FunctionName[]
const operations = ['read', 'put', 'update', 'delete'] as const

const anyKind: Partial<Readonly<Record<FunctionName, readonly TableOperation[]>>> = {
  'privacy/make-export': ['read'],
  'privacy/erase-due': ['read', 'delete'],
}

let reached: Readonly<Record<FunctionName, Reached>>
beforeAll(async () => {
  reached = await reachedByCode()
})

describe.each(functions)('%s', (name) => {
  test('has declared what its code does with the table, and nothing besides', () => {
    const byName = operations.filter((operation) => !anyKind[name]?.includes(operation))
    const declared = byName.flatMap((operation) =>
      kindsFor(tableAccess[name], operation).map((kind) => `${operation} ${kind}`),
    )
    const done = [...reached[name].reach].filter((each) => byName.some((operation) => each.startsWith(operation)))

    expect(declared.toSorted()).toEqual(done.toSorted())
    expect(reached[name].handedOn, 'an entity is used where it is named, so that this test can see how').toEqual([])
  })
})

test('whoever reads or erases everything of somebody has declared every kind', () => {
  expect(tableAccess['privacy/make-export'].reads).toEqual(everyKind)
  expect(tableAccess['privacy/erase-due'].reads).toEqual(everyKind)
  expect(everyKind.filter((kind) => !tableAccess['privacy/erase-due'].deletes?.includes(kind))).toEqual([
    'auditEntries',
  ])
})
