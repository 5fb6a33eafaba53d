import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { findDynamoServer } from '../dynamo-server.mjs'
import { tableIndexes } from '../../functions/data/table.ts'

export interface LocalDynamoDb {
  readonly endpoint: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/**
 * DynamoDB on this machine: the server at AWS_ENDPOINT_URL_DYNAMODB, otherwise dynoxide with its file in `directory`,
 * or in memory without one. A server that exits is restarted. The server checks no signatures and answers pages of
 * every origin; `hidden` therefore binds it to one of 16 million loopback addresses, too many for a page to search.
 * dynamodb-proxy.ts forwards to it.
 */
export async function startLocalDynamoDb({
  directory,
  hidden = false,
}: { directory?: string; hidden?: boolean } = {}): Promise<LocalDynamoDb> {
  const found = findDynamoServer()
  if ('endpoint' in found) return { ...found, stop: async () => {}, start: async () => {} }
  if (directory) {
    mkdirSync(directory, { recursive: true })
    endOrphan(directory)
  }
  const port = await freePort()
  const host = hidden
    ? `127.${[...randomBytes(3)].map((part) => Math.max(1, Math.min(part, 254))).join('.')}`
    : '127.0.0.1'
  const endpoint = `http://${host}:${port}`
  let server: ChildProcess | undefined
  let wanted = true

  const start = async (): Promise<void> => {
    wanted = true
    server = spawn(found.program, ['serve', '--host', host, '--port', `${port}`, ...fileIn(directory)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // All tables share one lock: more threads cost a third more processor time.
      env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
    })
    // Start and exit messages are dropped; anything else is an error.
    server.stderr?.on('data', (words: Buffer) => {
      if (!/listening on|Shutting down/.test(words.toString())) process.stderr.write(words)
    })
    if (directory && server.pid) writeFileSync(pidFile(directory), `${server.pid}`)
    server.once('exit', () => void (wanted && start()))
    await answering(endpoint, server)
  }
  const stop = async (): Promise<void> => {
    wanted = false
    const ending = server
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  process.once('exit', () => server?.kill('SIGKILL'))
  await start()
  return { endpoint, start, stop }
}

const fileIn = (directory: string | undefined) => (directory ? ['--db-path', join(directory, 'dynamodb.sqlite')] : [])
const pidFile = (directory: string) => join(directory, 'dynamodb.pid')

/**
 * A server whose parent was killed keeps running and holds the file. Kills it only if the process is still the one
 * started here.
 */
function endOrphan(directory: string): void {
  if (!existsSync(pidFile(directory))) return
  const pid = Number(readFileSync(pidFile(directory), 'utf8'))
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(directory, 'dynamodb.sqlite')))
      process.kill(pid, 'SIGKILL')
  } catch {
    // No such process, or a system that does not tell.
  }
  rmSync(pidFile(directory), { force: true })
}

async function answering(endpoint: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (server.exitCode !== null) throw new Error(`DynamoDB ended with code ${server.exitCode}`)
    const answered = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answered) return
    await pause(10)
  }
  throw new Error('DynamoDB does not answer')
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const keys = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' as const },
  { AttributeName: sk, KeyType: 'RANGE' as const },
]

export type TableDescription = CreateTableCommandInput & { readonly TableName: string }

/**
 * As lib/ deploys it. Without `streamed` writes are faster: the server keeps the records of every stream, also of
 * deleted tables.
 */
export function describeTable(table: string, { streamed = true } = {}): TableDescription {
  const names = Object.values(tableIndexes)
  return {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', ...names.flatMap((name) => [`${name}pk`, `${name}sk`])].map(text),
    KeySchema: keys('pk', 'sk'),
    GlobalSecondaryIndexes: names.map((name) => ({
      IndexName: name,
      KeySchema: keys(`${name}pk`, `${name}sk`),
      Projection: { ProjectionType: 'ALL' },
    })),
    StreamSpecification: streamed ? { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } : { StreamEnabled: false },
  }
}

/** Does nothing if it exists, whatever its layout. */
export async function createDynamoTable(
  client: DynamoDBClient,
  table: string | TableDescription,
  options: { readonly streamed?: boolean } = {},
): Promise<void> {
  try {
    await client.send(new CreateTableCommand(typeof table === 'string' ? describeTable(table, options) : table))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

/** No error if it does not exist. */
export async function dropDynamoTable(client: DynamoDBClient, table: string): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName: table }))
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
}
