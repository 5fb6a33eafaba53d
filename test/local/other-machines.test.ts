import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { findDynamoServer } from '../../bin/dynamo-server.mjs'
import { getLocalTableName } from '../../bin/local/addresses.ts'
import { dropDynamoTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { parseStartOptions } from '../../bin/local/options.ts'

const notInstalled = () => {
  throw new Error('Cannot find module')
}

test.each([
  ['darwin', 'arm64', 'macOS (arm64)'],
  ['linux', 'arm64', 'Linux (arm64)'],
  ['win32', 'x64', 'Windows (x64)'],
  ['freebsd', 'x64', 'freebsd (x64)'],
])('on %s %s, for which no server of DynamoDB is installed, one sentence says what to do', (platform, arch, name) => {
  const find = () => findDynamoServer({ endpoint: '', platform, arch, resolve: notInstalled })

  expect(find).toThrow(`No hay un servidor de DynamoDB para ${name}: arranca uno`)
  expect(find).toThrow(/docker run .*amazon\/dynamodb-local.*AWS_ENDPOINT_URL_DYNAMODB=http:\/\/127\.0\.0\.1:8000/)
  expect(find).not.toThrow(/\n/)
})

test('the server that AWS_ENDPOINT_URL_DYNAMODB names goes before the installed one', () => {
  expect(findDynamoServer({ endpoint: 'http://127.0.0.1:8000', resolve: () => '/dynoxide' })).toEqual({
    endpoint: 'http://127.0.0.1:8000',
  })
  expect(findDynamoServer({ endpoint: '', resolve: () => '/dynoxide' })).toEqual({ program: '/dynoxide' })
})

test.each([
  ['npm start', 'bin/start.mjs'],
  ['npm test', 'bin/test.mjs'],
])('%s says that sentence alone and ends, before it starts or tests anything', (_, script) => {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-elsewhere-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { AWS_ENDPOINT_URL_DYNAMODB: __, NODE_OPTIONS: ___, ...env } = process.env
  // As on another platform: Node does not resolve the package.
  const hide = `import { Module } from 'node:module'; const resolve = Module._resolveFilename;
    Module._resolveFilename = (...words) => { if (String(words[0]).startsWith('@dynoxide/')) throw new Error('not here'); return resolve(...words) }`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hide)}`, script],
    { env, encoding: 'utf8', timeout: 20_000 },
  )

  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trim()).toMatch(/^No hay un servidor de DynamoDB para [^\n]+repite la orden\.$/)
})

test('in a server that several products use, each data folder has a table of its own', () => {
  const endpoint = 'http://127.0.0.1:8000'

  expect(getLocalTableName('/one', endpoint)).not.toBe(getLocalTableName('/two', endpoint))
  expect(getLocalTableName('/one', endpoint)).toBe(getLocalTableName('/one', endpoint))
  expect(getLocalTableName('/one', '')).toBe(getLocalTableName('/two', ''))
})

test('a table is dropped where there is one, so that a product begins anew in a server that outlives it', async () => {
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials })
  const TableName = `old-${process.pid}`
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  )

  await dropDynamoTable(client, TableName)
  await dropDynamoTable(client, TableName)

  expect((await client.send(new ListTablesCommand())).TableNames).not.toContain(TableName)
})

test.each([
  [['--built'], { built: '' }],
  [['--built', '--memory'], { built: '', memory: true }],
  [['--memory', '--built', 'site'], { built: 'site', memory: true }],
  [['--built=site'], { built: 'site' }],
  [['--memory'], { memory: true }],
])(
  'the words %j after npm start -- are read as %j: --built without a folder builds the site itself',
  (words, options) => {
    expect({ ...parseStartOptions(words) }).toEqual(options)
  },
)

test('a word that npm start does not know is refused', () => {
  expect(() => parseStartOptions(['--bulit'])).toThrow(/--bulit/)
})
