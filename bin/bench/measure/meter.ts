import { AsyncLocalStorage } from 'node:async_hooks'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

interface Capacity {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number } | readonly { readonly CapacityUnits?: number }[]
}

export interface TableUse {
  readonly requests: number
  readonly readUnits: number
  readonly writeUnits: number
  /** Writes refused because of a concurrent one: no units here, but DynamoDB charges for them. */
  readonly refused: number
}

const REFUSED: ReadonlySet<string> = new Set(['ConditionalCheckFailedException', 'TransactionCanceledException'])
const READS = /^(Get|BatchGet|Query|Scan|TransactGet)/

type Count = { -readonly [Key in keyof TableUse]: TableUse[Key] }

const counting = new AsyncLocalStorage<Count>()

export async function countTableUse<Reply>(ask: () => Promise<Reply>): Promise<{ reply: Reply; use: TableUse }> {
  const use: Count = { requests: 0, readUnits: 0, writeUnits: 0, refused: 0 }
  return { reply: await counting.run(use, ask), use }
}

export function meterTable(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const use = counting.getStore()
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
        const result = await next(args).catch((error: unknown) => {
          if (use && error instanceof Error && REFUSED.has(error.name)) use.refused += 1
          throw error
        })
        if (!use) return result
        const consumed = [(result.output as Capacity).ConsumedCapacity ?? []].flat()
        const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        use.requests += 1
        if (READS.test(commandName)) use.readUnits += units
        else use.writeUnits += units
        return result
      },
    { step: 'initialize', name: 'meterTable', override: true },
  )
}
