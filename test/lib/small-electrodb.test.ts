import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { createWriteTransaction, ElectroError } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { allEntityKinds, type EntityKind } from '#data/key-prefixes'
import { getEntityKindsForOperation, type TableOperation } from '#data/table-access'
import { userPoolTriggers } from '#platform/lambdas'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import * as small from '../../lib/bundle-replacements/small-electrodb/index.ts'
import {
  type AnyEntity,
  listQuestions,
  listRequests,
  openInBothLibraries,
  type Question,
  sampleItem,
} from '../support/entity-questions.ts'
import { findItemOperations } from '../support/item-operations.ts'

const triggers = Object.values(userPoolTriggers)

const doTriggers = (operation: TableOperation, kind: EntityKind): boolean =>
  triggers.some((trigger) => getEntityKindsForOperation(tableAccessByLambda[trigger], operation).includes(kind))

test('the triggers ask nothing that the small library refuses', async () => {
  const reached = await findItemOperations()
  const uses = triggers.flatMap((trigger) => reached[trigger].uses)
  const unknownMethod = /^\w+\s*\.\s*(?!(?:get|create|put|patch|delete|query)\b)\w+/
  const unknownStep =
    /\)\s*\.(?:append|subtract|data|composite|ifNotExists|begins|gte?|lte?|upsert|params)\(|\b(?:ne|lte?|gte|begins|contains|notContains|size|value|name|field|type)\((?:\w+\.)?\w+/
  const unknownOptions = /\.go\((?!\)|\{ pages: "all" \}\)|\{ response: "all_old" \}\))/

  expect(uses.length).toBeGreaterThan(20)
  expect(uses.filter((use) => [unknownMethod, unknownStep, unknownOptions].some((each) => each.test(use)))).toEqual([])
})

describe.each(allEntityKinds)('%s', (kind) => {
  test('are asked for by the small library as by electrodb, or refused where no trigger asks', async () => {
    const { theirs, ours, definition } = openInBothLibraries(kind)
    const asked: [name: string, ours: unknown, theirs: unknown][] = []
    const refused: string[] = []

    for (const [operation, name, question] of listQuestions(definition)) {
      const [their, our] = [await listRequests(theirs, question), await listRequests(ours, question)]
      if (!('refusal' in our)) asked.push([name, our, their])
      else if (!('refusal' in their) && doTriggers(operation, kind)) refused.push(`${name}: ${our.refusal}`)
    }

    expect(asked.map(([name, our]) => [name, our])).toEqual(asked.map(([name, , their]) => [name, their]))
    expect(refused).toEqual([])
  })
})

describe.each(allEntityKinds.filter((kind) => doTriggers('read', kind)))('%s', (kind) => {
  const { definition } = openInBothLibraries(kind)
  const questionsOf = (start: string): readonly Question[] =>
    listQuestions(definition).flatMap(([, name, question]) => (name.startsWith(start) ? [question] : []))

  async function read(question: Question, answer: object) {
    const { theirs, ours } = openInBothLibraries(kind, answer)
    return { theirs: await question(theirs.entity), ours: await question(ours.entity) }
  }

  test('are read by the small library as by electrodb, but items of other kinds and versions', async () => {
    const stored = await storedItemOf(kind)
    const items = [
      { ...stored, more: 'of another release' },
      { ...stored, __edb_v__: '0' },
      { ...stored, __edb_e__: 'b' },
    ]

    for (const question of questionsOf('get')) {
      for (const answer of [{}, ...items.map((Item) => ({ Item }))]) {
        const { ours, theirs } = await read(question, answer)
        expect(ours).toEqual(theirs)
      }
    }
    for (const question of questionsOf('query')) {
      const { ours, theirs } = await read(question, { Items: items })
      expect(ours.data).toEqual(theirs.data)
      expect(ours.data).toEqual([sampleItem(definition)])
    }
  })
})

async function storedItemOf(kind: EntityKind): Promise<object> {
  const { theirs, definition } = openInBothLibraries(kind)
  await theirs.entity.create(sampleItem(definition)).go()
  const [{ Item }] = theirs.requests as [{ Item: object }]
  return Item
}

test.for(['LOGIN_FAILED', 'MFA_ENABLED', 'SESSION_STARTED'])(
  'an entry of the log (%s) is written with the keys that electrodb gives it',
  async (action) => {
    const { theirs, ours, definition } = openInBothLibraries('auditEntries')
    const entry = { ...sampleItem(definition), action }
    const [their, our] = await Promise.all(
      [theirs, ours].map((library) => listRequests(library, (entity) => entity.create(entry).go())),
    )

    expect(our).toEqual(their)
    expect(JSON.stringify(our).includes('gsi2pk')).toBe(action !== 'SESSION_STARTED')
  },
)

test('a query is read to its last page', async () => {
  const Items = [await storedItemOf('oneTimeLinks')]
  const { ours } = openInBothLibraries('oneTimeLinks', [{ Items, LastEvaluatedKey: { pk: 'one' } }, { Items }])

  const answer = await ours.entity.query['byUser']?.({ userId: 'usr_1' }).go({ pages: 'all' })

  expect(answer?.data).toHaveLength(2)
  expect(ours.requests).toMatchObject([{}, { ExclusiveStartKey: { pk: 'one' } }])
})

test.for([
  ['a limit', (entity: AnyEntity) => entity.query['byEmail']?.({ email: 'a@b.example' }).go({ limit: 1 })],
  ['a part of a key', (entity: AnyEntity) => entity.get({}).go()],
  ['a sort key in a query', (entity: AnyEntity) => entity.query['byEmail']?.({ email: 'a', createdAt: '2' })],
  ['options of a write', (entity: AnyEntity) => entity.put({}).go({ response: 'all_old' })],
  ['an attribute that there is not', (entity: AnyEntity) => entity.patch({ userId: '1' }).set({ nick: 'x' })],
  ['another answer of a delete', (entity: AnyEntity) => entity.delete({ userId: '1' }).go({ response: 'all_new' })],
] as const)('%s is refused, not left out', async ([, question]) => {
  const { ours } = openInBothLibraries('users')

  await expect(async () => question(ours.entity)).rejects.toThrow(/^(?!.*is not a function)/)
  expect(ours.requests).toEqual([])
})

test.for(['theirs', 'ours'] as const)('a refused write is told by its cause (%s)', async (library) => {
  const cause = new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {} })
  const { entity } = openInBothLibraries('users', cause)[library]

  const error = await entity.patch({ userId: 'usr_1' }).set({ firstName: 'Ana' }).go().catch(Object)

  expect(error).toBeInstanceOf(library === 'ours' ? small.ElectroError : ElectroError)
  expect(error).toMatchObject({ cause })
})

describe('a transaction', () => {
  const canceled = new TransactionCanceledException({
    message: 'canceled',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'The condition failed' }],
  })
  const item = sampleItem(openInBothLibraries('pendingSignUps').definition)
  const writesOf = (entity: AnyEntity) => [
    entity.create(item).commit(),
    entity
      .put(item)
      .where(({ version }, { eq }) => eq(version, 1))
      .commit(),
    entity.patch({ addressId: 'adr_1' }).set({ state: 'proven' }).remove(['sub']).commit(),
    entity
      .delete({ addressId: 'adr_1' })
      .where(({ state }, { exists }) => exists(state))
      .commit(),
  ]

  async function transactWith(answer: object) {
    const { theirs, ours } = openInBothLibraries('pendingSignUps', answer)
    const their = createWriteTransaction({ any: theirs.entity as never }, () => writesOf(theirs.entity) as never)
    const our = small.createWriteTransaction({ any: ours.entity as never }, () => writesOf(ours.entity))
    return { theirs, ours, replies: [await our.go().catch(Object), await their.go().catch(Object)] }
  }

  test('asks the same, with writes that are told from other objects', async () => {
    const { theirs, ours, replies } = await transactWith({})

    expect(ours.requests).toEqual(theirs.requests)
    expect(replies).toMatchObject([{ canceled: false }, { canceled: false }])
    expect(writesOf(ours.entity).map((write) => Object.getOwnPropertySymbols(write).length)).toEqual([1, 1, 1, 1])
  })

  test('is canceled for the same reasons', async () => {
    const { replies } = await transactWith(canceled)

    const expected = { canceled: true, data: [{ code: 'None' }, { code: 'ConditionalCheckFailed' }] }
    expect(replies).toMatchObject([expected, expected])
  })

  test('fails as with electrodb where it was not canceled', async () => {
    const cause = new Error('no network')

    const { replies } = await transactWith(cause)

    expect(replies).toMatchObject([{ cause }, { cause }])
  })
})
