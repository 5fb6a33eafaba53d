import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { inject, onTestFinished } from 'vitest'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { endProductProcess, startProductProcess } from './product-process.ts'
import { setProductSite } from './product-site.ts'
import { getOnlyTableName } from './product-table.ts'

/**
 * A separate product with access to its table, for changes that no page can make.
 *
 * @param onEnd given what ends a part of it, to be called in reverse order
 */
export async function startProductWithTable(onEnd: (end: () => void | Promise<void>) => void = onTestFinished) {
  const { endpoint, stop } = await startLocalDynamoDb()
  onEnd(stop)
  const folder = mkdtempSync(join(tmpdir(), 'habitat-table-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  const product = await startProductProcess(['--data', folder, ...inject('productOptions')], undefined, endpoint)
  onEnd(async () => void (await endProductProcess(product)))
  setProductSite(product.site, { isShared: false })
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  onEnd(() => client.destroy())
  return { site: product.site, table: await getOnlyTableName(client), client }
}
