import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { smokeWithoutAccount } from '../../bin/deploy/smoke.ts'
import { smokeSignedIn } from '../../bin/deploy/smoke-account.ts'
import { buildLocalAddresses, LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { readProductPool } from '../support/product-pool.ts'
import { getOnlyTableName } from '../support/product-table.ts'
import { endProductProcess, startProductProcess } from '../support/product-process.ts'

async function openTarget() {
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const folder = mkdtempSync(join(tmpdir(), 'habitat-smoke-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const product = await startProductProcess(['--data', folder, ...inject('productOptions')], undefined, endpoint)
  onTestFinished(async () => void (await endProductProcess(product)))
  const { site } = product
  const { userPoolId, userPoolClientId } = await readProductPool(site)
  const account = { region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }
  const addresses = buildLocalAddresses(Number(new URL(site).port))
  const client = new DynamoDBClient({ ...account, endpoint })
  return {
    site,
    ask: fetch,
    cognito: new CognitoIdentityProviderClient({ ...account, endpoint: addresses.sdk('cognito') }),
    userPoolId,
    clientId: userPoolClientId,
    data: openDatabase(createTableConnection(await getOnlyTableName(client), client)),
  }
}

test('what is asked of a deployed stage holds for the local product too, and leaves no account behind', async () => {
  const target = await openTarget()
  const countUsers = async () => (await target.data.users.scan.go({ pages: 'all' })).data.length
  const usersBefore = await countUsers()

  const verdicts = [
    ...(await smokeWithoutAccount(target)),
    ...(await smokeSignedIn(target)),
    // Once more, as after a deployment that failed in the middle.
    ...(await smokeSignedIn(target)),
  ]

  expect(verdicts.filter(({ state }) => state !== 'ready')).toEqual([])
  expect(verdicts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['token renovado', 'token de identidad', 'dirección falsificada']),
  )
  expect(await countUsers()).toBe(usersBefore)
})
