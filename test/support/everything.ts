import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import type { Practice } from './practice.ts'

/** All items of the table, to see that nothing, or nothing else, was written. Only a test may look at everything. */
export async function everythingIn({ table }: Pick<Practice, 'table'>): Promise<Record<string, AttributeValue>[]> {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }))
  return Items
}

/** How many items of each entity the table holds. */
export async function countsIn(practice: Pick<Practice, 'table'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const item of await everythingIn(practice)) {
    const entity = item['__edb_e__']?.S ?? 'unknown'
    counts[entity] = (counts[entity] ?? 0) + 1
  }
  return counts
}
