import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTable, startDynamo } from '../../bin/local/dynamo.ts'
import { asDeployed, createProtections, type Protection, protectionNames } from '../../bin/local/protections.ts'
import { serveAlone } from '../../bin/local/stand-ins.ts'
import { tableDoor } from '../../bin/local/table-door.ts'
import { filesReader, poolReader, tableReader } from '../../functions/security/cloud.ts'
import { asDeployed as cloudAsDeployed } from '../support/practice.ts'
import { poolId, startPool } from './cognito/pool-on-a-port.ts'
import { bucket, s3OnAPort } from './s3/s3-on-a-port.ts'

const but =
  (switched: Protection) =>
  (name: Protection): boolean =>
    asDeployed(name) !== (name === switched)

async function aPool(isOn = asDeployed) {
  const pool = await startPool({ isOn })
  onTestFinished(() => pool.close())
  return poolReader(poolId, pool.sdk)
}

async function someFiles(isOn = asDeployed) {
  const { client } = await s3OnAPort({ isOn })
  return filesReader(bucket, client)
}

const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-west-1', service: 'dynamodb' }

async function aTable(isOn = asDeployed) {
  const dynamo = await startDynamo({ hidden: true })
  const door = await serveAlone(tableDoor({ endpoint: dynamo.endpoint, key, isOn }))
  onTestFinished(async () => {
    await door.close()
    await dynamo.stop()
  })
  const client = new DynamoDBClient({ endpoint: door.address, region: key.region, credentials: key, maxAttempts: 1 })
  await createTable(client, 'habitat')
  return { read: tableReader('habitat', client), readOther: tableReader('another', client) }
}

describe('SEC-03 A-52 what the stand-ins say of themselves, read with the real clients', () => {
  test('is what AWS says of what lib/ deploys', async () => {
    const [pool, files, { read: table }] = await Promise.all([aPool(), someFiles(), aTable()])

    expect(await pool()).toEqual(await cloudAsDeployed.pool())
    expect(await files()).toEqual(await cloudAsDeployed.files())
    expect(await table()).toEqual(await cloudAsDeployed.table())
  })

  test.each([
    ['pool-codes', { asksForCodes: false }],
    ['pool-passwords', { shortestPassword: 6, demandsEveryKind: false }],
    ['pool-deletion', { keptFromDeletion: false }],
    ['pool-passkeys', { takesPasskeys: true }],
  ] as const)('of the user pool with «%s» switched', async (name, change) => {
    const read = await aPool(but(name))

    expect(await read()).toEqual({ ...(await cloudAsDeployed.pool()), ...change })
  })

  test.each([
    ['files-key', { ownKey: false }],
    ['files-public', { closedToThePublic: false }],
    ['files-versions', { keepsVersions: false }],
    ['files-log', { writesDownAccess: false }],
  ] as const)('of the files with «%s» switched', async (name, change) => {
    const read = await someFiles(but(name))

    expect(await read()).toEqual({ ...(await cloudAsDeployed.files()), ...change })
  })

  test.each([
    ['table-key', { ownKey: false }],
    ['table-recovery', { recoveryDays: 0 }],
    ['table-deletion', { keptFromDeletion: false }],
  ] as const)('of the table with «%s» switched', async (name, change) => {
    const { read } = await aTable(but(name))

    expect(await read()).toEqual({ ...(await cloudAsDeployed.table()), ...change })
  })

  test('of a table that is not there is a fault', async () => {
    const { readOther } = await aTable()

    await expect(readOther()).rejects.toThrow(/not found|non-existent/i)
  })
})

describe('the switches', () => {
  test('are told of each change, and an unknown one is refused', async () => {
    const told: unknown[] = []
    const switches = createProtections(async (name, on) => void told.push([name, on]))

    await switches.set('nightly-run', false)

    expect(told).toEqual([['nightly-run', false]])
    expect(switches.list().filter(({ name, on }) => on !== asDeployed(name))).toMatchObject([{ name: 'nightly-run' }])
    expect(switches.list()).toHaveLength(protectionNames.length)
    await expect(switches.set('lock', false)).rejects.toThrow('unknown protection')
  })
})
