import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDynamoTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import {
  isSecurityControlDeployed,
  createSecurityControlSwitches,
  type SecurityControlName,
  securityControlNames,
} from '../../bin/local/security-controls.ts'
import { serveOnFreePort } from '../../bin/local/open-local-stand-ins.ts'
import { createDynamoDbProxy } from '../../bin/local/dynamodb-proxy.ts'
import {
  createFilesBucketConfigurationReader,
  createUserPoolConfigurationReader,
  createTableConfigurationReader,
} from '../../functions/security/aws-configuration.ts'
import { deployedCloudReadings as cloudAsDeployed } from '../support/practice.ts'
import { testUserPoolId, startUserPool } from './cognito/running-user-pool.ts'
import { testBucket, startTestS3 } from './s3/start-test-s3.ts'

const but =
  (switched: SecurityControlName) =>
  (name: SecurityControlName): boolean =>
    isSecurityControlDeployed(name) !== (name === switched)

async function aPool(isOn = isSecurityControlDeployed) {
  const pool = await startUserPool({ isOn })
  onTestFinished(() => pool.close())
  return createUserPoolConfigurationReader(testUserPoolId, pool.sdk)
}

async function someFiles(isOn = isSecurityControlDeployed) {
  const { client } = await startTestS3({ isOn })
  return createFilesBucketConfigurationReader(testBucket, client)
}

const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-west-1', service: 'dynamodb' }

async function aTable(isOn = isSecurityControlDeployed) {
  const dynamo = await startLocalDynamoDb({ hidden: true })
  const proxy = await serveOnFreePort(createDynamoDbProxy({ endpoint: dynamo.endpoint, key, isOn }))
  onTestFinished(async () => {
    await proxy.close()
    await dynamo.stop()
  })
  const client = new DynamoDBClient({ endpoint: proxy.address, region: key.region, credentials: key, maxAttempts: 1 })
  await createDynamoTable(client, 'habitat')
  return {
    read: createTableConfigurationReader('habitat', client),
    readOther: createTableConfigurationReader('another', client),
  }
}

const recovery = { days: 35, from: expect.any(String), until: expect.any(String) }

describe('SEC-03 A-52 what the stand-ins say of themselves, read with the real clients', () => {
  test('is what AWS says of what lib/ deploys', async () => {
    const [pool, files, { read: table }] = await Promise.all([aPool(), someFiles(), aTable()])

    expect(await pool()).toEqual({ ...(await cloudAsDeployed.pool()), id: testUserPoolId })
    expect(await files()).toEqual({
      ...(await cloudAsDeployed.files()),
      name: testBucket,
      logsTo: `${testBucket}-logs`,
    })
    expect(await table()).toEqual({ ...(await cloudAsDeployed.table()), recovery })
  })

  test.each([
    ['pool-codes', { mfa: 'OFF', softwareTokens: false }],
    ['pool-passwords', { minimumLength: 6, requiredKinds: [] }],
    ['pool-deletion', { deletionProtection: 'INACTIVE' }],
    ['pool-passkeys', { firstFactors: ['PASSWORD', 'WEB_AUTHN'] }],
  ] as const)('of the user pool with «%s» switched', async (name, change) => {
    const read = await aPool(but(name))

    expect(await read()).toEqual({ ...(await cloudAsDeployed.pool()), id: testUserPoolId, ...change })
  })

  test.each([
    ['files-key', { encryption: { algorithm: 'AES256', key: '' } }],
    ['files-public', { blocked: [] }],
    ['files-versions', { versioning: 'Suspended' }],
    ['files-log', { logsTo: undefined }],
  ] as const)('of the files with «%s» switched', async (name, change) => {
    const read = await someFiles(but(name))

    expect(await read()).toEqual({
      ...(await cloudAsDeployed.files()),
      name: testBucket,
      logsTo: `${testBucket}-logs`,
      ...change,
    })
  })

  test.each([
    ['table-key', { encryption: undefined }],
    ['table-recovery', { recovery: undefined }],
    ['table-deletion', { deletionProtection: false }],
  ] as const)('of the table with «%s» switched', async (name, change) => {
    const { read } = await aTable(but(name))

    expect(await read()).toEqual({ ...(await cloudAsDeployed.table()), recovery, ...change })
  })

  test('of a table that is not there is a fault', async () => {
    const { readOther } = await aTable()

    await expect(readOther()).rejects.toThrow(/not found|non-existent/i)
  })
})

describe('the switches', () => {
  test('are told of each change, and an unknown one is refused', async () => {
    const told: unknown[] = []
    const switches = createSecurityControlSwitches(async (name, on) => void told.push([name, on]))

    await switches.set('nightly-run', false)

    expect(told).toEqual([['nightly-run', false]])
    expect(switches.list().filter(({ name, on }) => on !== isSecurityControlDeployed(name))).toMatchObject([
      { name: 'nightly-run' },
    ])
    expect(switches.list()).toHaveLength(securityControlNames.length)
    await expect(switches.set('lock', false)).rejects.toThrow('unknown protection')
  })
})
