import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createLazyTableEntities } from '#data/entities'
import type { EntityKind } from '#data/key-prefixes'
import type { TableOperation } from '#data/table-access'
import type {
  AttributeDefinition,
  EntityDefinition,
  IndexDefinition,
  Values,
} from '../../lib/bundle-replacements/small-electrodb/definition.ts'
import * as small from '../../lib/bundle-replacements/small-electrodb/index.ts'

type Compare = (name: string | undefined, value: unknown) => string
type Exist = (name: string | undefined) => string

type Condition = (
  names: Readonly<Record<string, string>>,
  operations: { readonly eq: Compare; readonly gt: Compare; readonly exists: Exist; readonly notExists: Exist },
) => string

interface Chain {
  readonly set: (values: Values) => Chain
  readonly add: (values: Values) => Chain
  readonly remove: (names: readonly string[]) => Chain
  readonly between: (from: Values, to: Values) => Chain
  readonly where: (condition: Condition) => Chain
  readonly go: (options?: object) => Promise<{ readonly data: unknown }>
  readonly commit: () => object
}

export interface AnyEntity {
  readonly get: (key: Values) => Chain
  readonly create: (item: Values) => Chain
  readonly put: (item: Values) => Chain
  readonly patch: (key: Values) => Chain
  readonly delete: (key: Values) => Chain
  readonly query: Readonly<Record<string, (key: Values) => Chain>>
  readonly schema: EntityDefinition
}

function openClient(answers: object | readonly object[]) {
  const requests: unknown[] = []
  const next = (): unknown => (Array.isArray(answers) ? answers[requests.length - 1] : answers)
  const client = new DynamoDBClient({ region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  client.middlewareStack.add(
    () =>
      ({ input }) => {
        requests.push(structuredClone(input))
        const answer = next()
        return answer instanceof Error
          ? Promise.reject(answer)
          : Promise.resolve({ output: structuredClone(answer) as never, response: {} })
      },
    { step: 'serialize', priority: 'high', name: 'answer' },
  )
  return { client, requests }
}

interface Opened {
  readonly entity: AnyEntity
  readonly requests: unknown[]
}

export function openInBothLibraries(
  kind: EntityKind,
  answer: object = {},
): Readonly<Record<'theirs' | 'ours', Opened>> & { readonly definition: EntityDefinition } {
  const [their, our] = [openClient(answer), openClient(answer)]
  const entity = createLazyTableEntities({ table: 'a-table', client: their.client })[kind] as unknown as AnyEntity
  const ours = new small.Entity(entity.schema, { table: 'a-table', client: our.client }) as unknown as AnyEntity
  return {
    definition: entity.schema,
    theirs: { entity, requests: their.requests },
    ours: { entity: ours, requests: our.requests },
  }
}

export type Question = (entity: AnyEntity) => Promise<{ readonly data: unknown }>

/** @returns the table requests, or why none was made */
export async function listRequests(
  { entity, requests }: Opened,
  question: Question,
): Promise<{ readonly requests: readonly unknown[] } | { readonly refusal: string }> {
  try {
    await question(entity)
    return { requests: requests.splice(0) }
  } catch (error) {
    return { refusal: (error as Error).message }
  }
}

function sampleOf(name: string, { type, items, properties }: AttributeDefinition): unknown {
  if (typeof type !== 'string') return type.at(-1)
  if (type === 'list') return items ? [sampleOf(name, items), sampleOf(name, items)] : []
  if (type === 'map') return sampleItem({ attributes: properties ?? {} })
  return { string: `Some ${name} Ñ#_`, number: 7, boolean: true, any: { Of: ['any', null, { kind: 1 }] } }[type]
}

export const sampleItem = ({ attributes }: Pick<EntityDefinition, 'attributes'>): Values =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = sampleOf(name, attribute)
      return value === undefined || attribute.set ? [] : [[name, value]]
    }),
  )

const sampleKey = (names: readonly string[], { attributes }: EntityDefinition): Values =>
  Object.fromEntries(names.map((name) => [name, attributes[name] && sampleOf(name, attributes[name])]))

const composites = ({ pk, sk }: IndexDefinition): readonly string[] => [...pk.composite, ...sk.composite]

type Questions = readonly (readonly [operation: TableOperation, name: string, question: Question])[]

export function listQuestions(definition: EntityDefinition): Questions {
  const { attributes, indexes } = definition
  const item = sampleItem(definition)
  const inKeys = new Set(Object.values(indexes).flatMap(composites))
  const least = Object.fromEntries(
    Object.entries(item).filter(([name]) => attributes[name]?.required || inKeys.has(name)),
  )
  const key = sampleKey(
    Object.values(indexes)
      .filter(({ index }) => index === undefined)
      .flatMap(composites),
    definition,
  )
  const changeable = Object.keys(item).filter((name) => !attributes[name]?.readOnly && !(name in key))
  const [some = ''] = changeable
  return [
    ['read', 'get', (entity) => entity.get(key).go()],
    ...Object.entries(indexes).flatMap(([name, index]) => listQueries(name, index, definition)),
    ['put', 'create', (entity) => entity.create(item).go()],
    ['put', 'create the least', (entity) => entity.create(least).go()],
    ['put', 'create too little', (entity) => entity.create(key).go()],
    ['put', 'put', (entity) => entity.put(item).go()],
    [
      'put',
      'put where',
      (entity) =>
        entity
          .put(least)
          .where((names, { eq }) => eq(names[some], item[some]))
          .go(),
    ],
    ['delete', 'delete', (entity) => entity.delete(key).go()],
    [
      'delete',
      'delete where',
      (entity) =>
        entity
          .delete(key)
          .where((names, { exists }) => exists(names[some]))
          .go({ response: 'all_old' }),
    ],
    ...changeable.flatMap((name) => listChanges(name, { key, item, some })),
    [
      'update',
      'set everything',
      (entity) =>
        entity
          .patch(key)
          .set(Object.fromEntries(changeable.map((name) => [name, item[name]])))
          .go(),
    ],
  ]
}

function listQueries(name: string, { pk, sk }: IndexDefinition, definition: EntityDefinition): Questions {
  const begin = ({ query }: AnyEntity): Chain => {
    if (!query[name]) throw new Error(`no query ${name}`)
    return query[name](sampleKey(pk.composite, definition))
  }
  const [first = ''] = sk.composite
  const last = sampleKey(sk.composite, definition)
  return [
    ['read', `query ${name}`, (entity) => begin(entity).go({ pages: 'all' })],
    [
      'read',
      `query ${name} between`,
      (entity) =>
        begin(entity)
          .between({ [first]: 'A' }, last)
          .go({ pages: 'all' }),
    ],
  ]
}

interface Sample {
  readonly key: Values
  readonly item: Values
  readonly some: string
}

function listChanges(name: string, { key, item, some }: Sample): Questions {
  const set: Condition = (names, { eq, gt, notExists }) =>
    [eq(names[name], 'one'), gt(names[name], 'two'), notExists(names[some])].join(' AND ')
  return [
    [
      'update',
      `set ${name}`,
      (entity) =>
        entity
          .patch(key)
          .set({ [name]: item[name] })
          .go(),
    ],
    [
      'update',
      `set ${name} where`,
      (entity) =>
        entity
          .patch(key)
          .set({ [name]: item[name] })
          .where(set)
          .go(),
    ],
    [
      'update',
      `set ${name} to nothing`,
      (entity) =>
        entity
          .patch(key)
          .set({ [some]: item[some], [name]: undefined })
          .go(),
    ],
    [
      'update',
      `remove ${name}`,
      (entity) =>
        entity
          .patch(key)
          .set({ [some]: item[some] })
          .remove([name])
          .go(),
    ],
    [
      'update',
      `add ${name}`,
      (entity) =>
        entity
          .patch(key)
          .add({ [name]: 1 })
          .go(),
    ],
  ]
}
