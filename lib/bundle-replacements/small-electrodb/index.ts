import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { EntityDefinition, Values } from './definition.ts'
import { ElectroError } from './electro-error.ts'
import { Get, Query } from './reads.ts'
import { Table, type TableConfiguration } from './table.ts'
import { Delete, Patch, Put } from './writes.ts'

export { ElectroError }

/**
 * Replaces electrodb in the functions that Cognito waits for (docs/decisions/0037-lean-starts.md): same entity
 * definitions, same requests to DynamoDB. Throws on anything it does not support.
 */
export class Entity {
  readonly schema: Pick<EntityDefinition, 'model'>
  readonly query: Readonly<Record<string, (key: Values) => Query>>
  readonly #table: Table

  constructor(definition: EntityDefinition, configuration: TableConfiguration) {
    this.schema = { model: definition.model }
    this.#table = new Table(definition, configuration)
    this.query = Object.fromEntries(
      Object.entries(definition.indexes).map(([name, index]) => [
        name,
        (key: Values) => new Query(this.#table, index, key),
      ]),
    )
  }

  get = (key: Values): Get => new Get(this.#table, key)

  create = (values: Values): Put => new Put(this.#table, values, true)

  put = (values: Values): Put => new Put(this.#table, values, false)

  patch = (key: Values): Patch => new Patch(this.#table, key)

  delete = (key: Values): Delete => new Delete(this.#table, key)

  /** @returns undefined when all was written, otherwise one cancellation reason for each write */
  async transact(writes: TransactWriteCommandInput['TransactItems']) {
    try {
      await this.#table.send((client) => client.send(new TransactWriteCommand({ TransactItems: writes })))
      return undefined
    } catch (error) {
      const { CancellationReasons: reasons } = (error as ElectroError).cause as {
        readonly CancellationReasons?: readonly { readonly Code?: string }[]
      }
      if (!reasons) throw error
      return reasons.map(({ Code: code = 'None' }) => ({ code, rejected: code !== 'None' }))
    }
  }
}

export const createWriteTransaction = (
  entities: Readonly<Record<string, Entity>>,
  list: () => TransactWriteCommandInput['TransactItems'],
) => ({
  go: async () => {
    const [any] = Object.values(entities)
    if (!any) throw new Error('a transaction needs an entity')
    const data = await any.transact(list())
    return { canceled: data !== undefined, data: data ?? [] }
  },
})
