import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EntityDefinition, IndexDefinition, Values } from './definition.ts'
import { ElectroError } from './electro-error.ts'
import { composeKey } from './keys.ts'

export interface TableConfiguration {
  readonly table: string
  readonly client: DynamoDBClient
}

export const isTableIndex = ({ index }: IndexDefinition): boolean => index === undefined

export class Table {
  readonly name: string
  readonly definition: EntityDefinition
  readonly identifiers: Values
  readonly #client: DynamoDBDocumentClient
  readonly #index: IndexDefinition

  constructor(definition: EntityDefinition, { table, client }: TableConfiguration) {
    const { entity, version } = definition.model
    const index = Object.values(definition.indexes).find(isTableIndex)
    if (!index) throw new Error(`${entity} has no key`)
    this.name = table
    this.definition = definition
    this.identifiers = { __edb_e__: entity, __edb_v__: version }
    this.#client = DynamoDBDocumentClient.from(client)
    this.#index = index
  }

  keyValues(values: Values): Values {
    const { pk, sk } = this.#index
    return Object.fromEntries([...pk.composite, ...sk.composite].map((name) => [name, values[name]]))
  }

  composeTableKey(values: Values): Readonly<Record<string, string>> {
    return {
      pk: composeKey(this.definition, this.#index, 'pk', values),
      sk: composeKey(this.definition, this.#index, 'sk', values),
    }
  }

  owns(item: Values): boolean {
    return Object.entries(this.identifiers).every(([name, value]) => item[name] === value)
  }

  async send<Answer>(ask: (client: DynamoDBDocumentClient) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(this.#client)
    } catch (cause) {
      throw new ElectroError(`Error thrown by DynamoDB client: "${(cause as Error).message}"`, { cause })
    }
  }
}
