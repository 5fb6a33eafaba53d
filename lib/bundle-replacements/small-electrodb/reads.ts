import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { fromStoredItem } from './attributes.ts'
import type { IndexDefinition, Values } from './definition.ts'
import { composeKey, composeSortKeyLimit, composeSortKeyStart } from './keys.ts'
import { isTableIndex, type Table } from './table.ts'
import { requireNoOptions } from './writes.ts'

export class Get {
  readonly #table: Table
  readonly #key: Values

  constructor(table: Table, key: Values) {
    this.#table = table
    this.#key = key
  }

  params() {
    return { TableName: this.#table.name, Key: this.#table.composeTableKey(this.#key) }
  }

  go = async (...options: never[]): Promise<{ readonly data: Values | null }> => {
    requireNoOptions(options)
    const { Item } = await this.#table.send((client) => client.send(new GetCommand(this.params())))
    return { data: Item && this.#table.owns(Item) ? fromStoredItem(this.#table.definition.attributes, Item) : null }
  }
}

export class Query {
  readonly #table: Table
  readonly #index: IndexDefinition
  readonly #key: Values
  #limits: readonly [Values, Values] | undefined

  constructor(table: Table, index: IndexDefinition, key: Values) {
    const others = Object.keys(key).filter((name) => !index.pk.composite.includes(name))
    if (others.length > 0) throw new Error(`the partition's key has no ${others.join(', ')}`)
    this.#table = table
    this.#index = index
    this.#key = key
  }

  between(from: Values, to: Values): this {
    this.#limits = [from, to]
    return this
  }

  params() {
    const { definition, name } = this.#table
    const [from, to] = this.#limits ?? []
    const limit = (values: Values) => composeSortKeyLimit(definition, this.#index, values)
    return {
      TableName: name,
      KeyConditionExpression: `#pk = :pk and ${this.#sortKeyCondition()}`,
      ExpressionAttributeNames: { '#pk': this.#index.pk.field, '#sk1': this.#index.sk.field },
      ExpressionAttributeValues: {
        ':pk': composeKey(definition, this.#index, 'pk', this.#key),
        ':sk1': from ? limit(from) : composeSortKeyStart(definition, this.#index),
        ...(to && { ':sk2': limit(to) }),
      },
      ...(!isTableIndex(this.#index) && { IndexName: this.#index.index }),
    }
  }

  #sortKeyCondition(): string {
    if (this.#limits) return '#sk1 BETWEEN :sk1 AND :sk2'
    return this.#index.sk.composite.length > 0 ? 'begins_with(#sk1, :sk1)' : '#sk1 = :sk1'
  }

  go = async ({ pages, ...others }: { readonly pages: 'all' }): Promise<{ readonly data: readonly Values[] }> => {
    if (pages !== 'all') throw new Error('all pages are read here, or none')
    requireNoOptions(Object.keys(others))
    const found: Values[] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const input = { ...this.params(), ExclusiveStartKey }
      const { Items = [], LastEvaluatedKey } = await this.#table.send((client) => client.send(new QueryCommand(input)))
      found.push(...Items.filter((item) => this.#table.owns(item)))
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey)
    return { data: found.map((item) => fromStoredItem(this.#table.definition.attributes, item)) }
  }
}
