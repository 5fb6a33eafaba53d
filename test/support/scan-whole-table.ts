import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import type { TestPractice } from './practice.ts'

/** To assert that nothing else was written. The product itself never scans. */
export async function scanWholeTable({
  table,
}: Pick<TestPractice, 'table'>): Promise<Record<string, AttributeValue>[]> {
  const items: Record<string, AttributeValue>[] = []
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ExclusiveStartKey }),
    )
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

export async function countItemsByEntity(practice: Pick<TestPractice, 'table'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const item of await scanWholeTable(practice)) {
    const entity = item['__edb_e__']?.S ?? 'unknown'
    counts[entity] = (counts[entity] ?? 0) + 1
  }
  return counts
}
