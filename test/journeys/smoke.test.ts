import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { smokeWithoutAccount } from '../../bin/deploy/smoke.ts'
import { smokeSignedIn } from '../../bin/deploy/smoke-account.ts'
import { buildLocalAddresses, LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { openBrowserSession } from '../support/browser-session.ts'
import { getDemoAccount } from '../support/local-console.ts'
import { readProductPool } from '../support/product-pool.ts'
import { getOnlyTableName } from '../support/product-table.ts'
import { endProductProcess, startProductProcess } from '../support/product-process.ts'

const ends: (() => unknown)[] = []

async function openTarget() {
  const { endpoint, stop } = await startLocalDynamoDb()
  ends.unshift(stop)
  const folder = mkdtempSync(join(tmpdir(), 'habitat-smoke-'))
  ends.unshift(() => rmSync(folder, { recursive: true, force: true }))
  const product = await startProductProcess(['--data', folder, ...inject('productOptions')], undefined, endpoint)
  ends.unshift(() => endProductProcess(product))
  const { site } = product
  const curl = join(folder, 'curl')
  writeFileSync(curl, `#!/bin/sh\nexec '${process.execPath}' '${resolve('test/support/curl.ts')}' "$@"\n`)
  chmodSync(curl, 0o755)
  const { userPoolId, userPoolClientId } = await readProductPool(site)
  const account = { region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }
  const addresses = buildLocalAddresses(Number(new URL(site).port))
  const client = new DynamoDBClient({ ...account, endpoint })
  return {
    site,
    folder,
    fetch,
    cognito: new CognitoIdentityProviderClient({ ...account, endpoint: addresses.sdk('cognito') }),
    userPoolId,
    clientId: userPoolClientId,
    data: openDatabase(createTableConnection(await getOnlyTableName(client), client)),
  }
}

let target: Awaited<ReturnType<typeof openTarget>>

beforeAll(async () => {
  target = await openTarget()
})

afterAll(async () => {
  for (const end of ends) await end()
})

test('what is asked of a deployed stage holds for the local product too, and leaves no account behind', async () => {
  const countUsers = async () => (await target.data.users.scan.go({ pages: 'all' })).data.length
  const usersBefore = await countUsers()

  const verdicts = [
    ...(await smokeWithoutAccount(target)),
    ...(await smokeSignedIn(target)),
    // Repeated, as after a deployment that failed halfway.
    ...(await smokeSignedIn(target)),
  ]

  expect(verdicts.filter(({ state }) => state !== 'ready')).toEqual([])
  expect(verdicts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['token renovado', 'token de identidad', 'dirección falsificada']),
  )
  expect(await countUsers()).toBe(usersBefore)
})

const asked = [
  ...readFileSync('docs/deploy.md', 'utf8')
    .replaceAll(String.raw`\|`, '|')
    .matchAll(/`(curl [^`]+)`(?: → (?:`([^`]+)`|(\d+)))?/g),
]
  .map(([, command = '', quoted, number]) => ({ command, answer: quoted ?? number ?? /\S/ }))
  // Nothing here answers at API Gateway's own address.
  .filter(({ command }) => !command.includes('.execute-api.'))

test('the answers that the guide to deploying names are those of the product', async () => {
  const account = await getDemoAccount('administrador', target.site)
  const { token, storage } = await openBrowserSession(account, target.site)
  const values: Readonly<Record<string, string | undefined>> = {
    'access token': token,
    'id token': Object.entries(storage).find(([name]) => name.endsWith('.idToken'))?.[1],
    'next code': generateSync({
      secret: account.totpSecret ?? '',
      epoch: Math.floor(Date.now() / 1000) + 30,
    }),
  }

  expect(asked.length).toBeGreaterThan(9)
  for (const { command, answer } of asked) {
    const line = command.replaceAll(/<([a-z ]+)>/g, (_, name: string) => values[name] ?? name)
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', line], {
      env: { ...process.env, SiteUrl: target.site, PATH: [target.folder, process.env['PATH']].join(delimiter) },
    })
    expect.soft(stdout, command).toMatch(answer)
  }
})
