import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { createTableEntities } from '#data/entities'
import { type EntityKind, allEntityKinds } from '#data/key-prefixes'
import { personAttributeErasureRules } from '../../../functions/privacy/person-attribute-erasure-rules.ts'
import { loadDataSubjectItems } from '../../../functions/privacy/data-subject.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createPrivacySetup } from '../../support/privacy-setup.ts'
import { seedWholeCustomer } from '../../support/whole-customer.ts'

const entities = createTableEntities({ table: '-' })
const attributesOf = (kind: EntityKind) =>
  Object.keys(entities[kind].schema.attributes).filter((name) => !/^(gsi\d)?(pk|sk)$|^__/.test(name))

/** Names of attributes that identify people: by id, by address, or within a larger value. `answerBy` is a moment. */
const namesPeople =
  /^(to|sub|trust|attempt|details|content|holders|signedName|email|userId|customerId|subjectId)$|(?<!^answer)By$|(User|Customer)Ids$/

const ownersKeys = (kind: EntityKind) =>
  Object.values(indexesOf(kind))
    .filter(({ pk }) => pk.field === 'pk' || pk.field === 'gsi1pk')
    .flatMap(({ pk: { composite } }) => composite.slice(0, 1))
    .filter((name) => ['customerId', 'userId', 'addressId', 'orderId', 'subject'].includes(name))

interface Index {
  readonly pk: { readonly field: string; readonly composite: readonly string[] }
}

const indexesOf = (kind: EntityKind) => entities[kind].schema.indexes as unknown as Readonly<Record<string, Index>>

test('A-50 every attribute that can name somebody, and is not the key of its owner, says what becomes of it', () => {
  const naming = allEntityKinds.flatMap((kind) =>
    attributesOf(kind)
      .filter((name) => namesPeople.test(name) && !ownersKeys(kind).includes(name))
      .map((name) => `${kind}.${name}`),
  )
  const listed = Object.entries(personAttributeErasureRules).flatMap(([kind, names]) =>
    Object.keys(names).map((name) => `${kind}.${name}`),
  )

  expect(naming.filter((each) => !listed.includes(each))).toEqual([])
})

test('A-50 and what is said of an attribute is said of one that there is', () => {
  const unknown = Object.entries(personAttributeErasureRules).flatMap(([kind, names]) =>
    Object.keys(names).filter((name) => !attributesOf(kind as EntityKind).includes(name)),
  )

  expect(unknown).toEqual([])
})

const kindOf = new Map(allEntityKinds.map((kind) => [entities[kind].schema.model.entity, kind]))
const keys = /^(gsi\d)?(pk|sk)$/

test('A-50 of a client of whom everything is known, other items name them in these attributes alone', async () => {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  const people = (await setup.practice.data.users.scan.go({ pages: 'all' })).data

  for (const { userId, customerId = '', email } of people) {
    const traces = [userId.slice('usr_'.length), customerId.slice('cus_'.length), email]
    const theirs = await loadDataSubjectItems({ userId, customerId, addresses: [{ email }] }, setup.services.partitions)
    const others = (await scanWholeTable(setup.practice)).filter(
      ({ pk, sk }) => !theirs.some((item) => item.pk === pk?.S && item.sk === sk?.S),
    )
    const naming = others.flatMap((item) => {
      const kind = kindOf.get(item['__edb_e__']?.S ?? '') ?? unknownModel(item)
      return Object.entries(item)
        .filter(([field, value]) => !keys.test(field) && traces.some((trace) => textOf(value).includes(trace)))
        .map(([field]) => attributeIn(kind, field))
        .filter((name) => (personAttributeErasureRules[kind]?.[name] ?? 'owner') === 'owner')
        .map((name) => `${kind}.${name}`)
    })

    expect(naming).toEqual([])
  }
})

/** Some attributes have short names in the table. */
const attributeIn = (kind: EntityKind, field: string): string =>
  Object.entries(entities[kind].schema.attributes as Readonly<Record<string, object>>).find(
    ([, attribute]) => 'field' in attribute && attribute.field === field,
  )?.[0] ?? field

const unknownModel = (item: Readonly<Record<string, AttributeValue>>): never => {
  throw new Error(`${item['__edb_e__']?.S} is no entity`)
}

const textOf = (value: unknown) => JSON.stringify(value, (_, each: unknown) => (each instanceof Set ? [...each] : each))
