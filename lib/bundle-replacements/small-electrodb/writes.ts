import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { fromStoredItem, requireRemovableAttribute, toStoredChange, toStoredItem } from './attributes.ts'
import { composeCondition, type Expressions, type WriteCondition } from './conditions.ts'
import type { KeyDefinition, Values } from './definition.ts'
import { composeKey, type KeyPart } from './keys.ts'
import { isTableIndex, type Table } from './table.ts'

const committed = Symbol('write of a transaction')

const parts: readonly KeyPart[] = ['pk', 'sk']

const notNamed = (names: Values): Values => (Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {})

const notValued = (values: Values): Values =>
  Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}

abstract class Write {
  protected readonly table: Table
  readonly #conditions: WriteCondition[] = []

  constructor(table: Table) {
    this.table = table
  }

  where(condition: WriteCondition): this {
    this.#conditions.push(condition)
    return this
  }

  protected composeConditions(fixed: readonly string[], used: Expressions): Values {
    const { attributes } = this.table.definition
    const all = [...fixed, ...this.#conditions.map((each) => composeCondition(each, attributes, used))]
    const text = all.filter((each) => each !== '').join(' AND ')
    return {
      ...(text !== '' && { ConditionExpression: text }),
      ...notNamed(used.names),
      ...notValued(used.values),
    }
  }
}

export class Put extends Write {
  readonly #values: Values
  readonly #isNew: boolean

  constructor(table: Table, values: Values, isNew: boolean) {
    super(table)
    this.#values = values
    this.#isNew = isNew
  }

  params() {
    const { definition, name, identifiers } = this.table
    const item = toStoredItem(definition.attributes, this.#values)
    const indexes = Object.values(definition.indexes).filter(({ condition }) => !condition || condition(item))
    const keys = indexes.flatMap((index) =>
      parts.map((part) => [index[part].field, composeKey(definition, index, part, item)] as const),
    )
    const names = this.#isNew ? { '#pk': 'pk', '#sk': 'sk' } : {}
    const fixed = this.#isNew ? ['attribute_not_exists(#pk)', 'attribute_not_exists(#sk)'] : []
    return {
      TableName: name,
      Item: { ...item, ...Object.fromEntries(keys), ...identifiers },
      ...this.composeConditions(fixed, { names, values: {} }),
    }
  }

  go = async (...options: never[]): Promise<object> => {
    requireNoOptions(options)
    await this.table.send((client) => client.send(new PutCommand(this.params())))
    return {}
  }

  commit() {
    return { Put: this.params(), [committed]: true }
  }
}

export class Delete extends Write {
  readonly #key: Values

  constructor(table: Table, key: Values) {
    super(table)
    this.#key = key
  }

  params() {
    return {
      TableName: this.table.name,
      Key: this.table.composeTableKey(this.#key),
      ...this.composeConditions([], { names: {}, values: {} }),
    }
  }

  go = async (options: { readonly response?: string } = {}): Promise<{ readonly data: Values | null }> => {
    const { response = 'default', ...others } = options
    if (!['default', 'all_old'].includes(response)) throw new Error(`deletes answer no ${response}`)
    requireNoOptions(Object.keys(others))
    const input = { ...this.params(), ...(response === 'all_old' && { ReturnValues: 'ALL_OLD' as const }) }
    const answer = await this.table.send((client) => client.send(new DeleteCommand(input)))
    return { data: answer.Attributes ? fromStoredItem(this.table.definition.attributes, answer.Attributes) : null }
  }

  commit() {
    return { Delete: this.params(), [committed]: true }
  }
}

/** Fails when the item does not exist. */
export class Patch extends Write {
  readonly #key: Values
  readonly #set: Record<string, unknown> = {}
  readonly #added: Record<string, unknown> = {}
  readonly #removed: string[] = []

  constructor(table: Table, key: Values) {
    super(table)
    this.#key = table.keyValues(key)
  }

  set(values: Values): this {
    for (const [name, value] of Object.entries(values)) {
      const stored = toStoredChange(this.table.definition.attributes, name, value)
      if (stored !== undefined) this.#set[name] = stored
    }
    return this
  }

  add(values: Values): this {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'number') throw new Error(`${name} is no number to add`)
      this.#refuseInIndex(name)
      this.#added[name] = toStoredChange(this.table.definition.attributes, name, value)
    }
    return this
  }

  remove(names: readonly string[]): this {
    for (const name of names) {
      requireRemovableAttribute(this.table.definition.attributes, name)
      this.#refuseInIndex(name)
      this.#removed.push(name)
    }
    return this
  }

  params() {
    const { name: tableName, identifiers } = this.table
    const names: Record<string, string> = { '#pk': 'pk', '#sk': 'sk' }
    const values: Record<string, unknown> = {}
    const condition = this.composeConditions(['attribute_exists(#pk)', 'attribute_exists(#sk)'], { names, values })
    const change = (name: string, value: unknown, between: string) => {
      names[`#${name}`] = name
      values[`:${name}_u0`] = value
      return `#${name}${between}:${name}_u0`
    }
    const set = { ...this.#set, ...this.#indexKeys(), ...this.#key, ...identifiers }
    const clauses = {
      SET: Object.entries(set).map(([name, value]) => change(name, value, ' = ')),
      REMOVE: this.#removed.map((name) => {
        names[`#${name}`] = name
        return `#${name}`
      }),
      ADD: Object.entries(this.#added).map(([name, value]) => change(name, value, ' ')),
    }
    return {
      TableName: tableName,
      Key: this.table.composeTableKey(this.#key),
      UpdateExpression: Object.entries(clauses)
        .flatMap(([clause, changes]) => (changes.length > 0 ? [`${clause} ${changes.join(', ')}`] : []))
        .join(' '),
      ...condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    }
  }

  go = async (...options: never[]): Promise<object> => {
    requireNoOptions(options)
    await this.table.send((client) => client.send(new UpdateCommand(this.params())))
    return {}
  }

  commit() {
    return { Update: this.params(), [committed]: true }
  }

  #refuseInIndex(name: string): void {
    const { indexes } = this.table.definition
    const isInKey = Object.values(indexes).some((index) => parts.some((part) => index[part].composite.includes(name)))
    if (isInKey) throw new Error(`${name} is part of a key: it can only be set`)
  }

  #indexKeys(): Values {
    const { definition } = this.table
    const values = { ...this.#set, ...this.#key }
    const isSet = ({ composite }: KeyDefinition) => composite.some((name) => name in this.#set)
    const keys = Object.values(definition.indexes).flatMap((index) => {
      if (isTableIndex(index)) return []
      const changed = parts.filter(
        (part) => isSet(index[part]) || (part === 'sk' && index.sk.composite.length === 0 && isSet(index.pk)),
      )
      if (changed.length > 0 && index.condition) throw new Error('an index of some items alone is not followed here')
      return changed.map((part) => [index[part].field, composeKey(definition, index, part, values)] as const)
    })
    return Object.fromEntries(keys)
  }
}

export function requireNoOptions(options: readonly unknown[]): void {
  if (options.length > 0) throw new Error(`options that are not known here: ${options.join(', ')}`)
}
