import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openDatabase } from '#data/database'
import { createTableConnection } from '../../functions/data/table.ts'
import { createTotpSecretCipher } from '../../functions/mfa/totp-secret-cipher.ts'
import {
  LOCAL_AWS_ACCESS_KEY,
  buildLocalAddresses,
  buildLocalFunctionEnvironment,
  LOCAL_MFA_KEY_ALIAS,
  LOCAL_USER_POOL_CLIENT_ID,
  LOCAL_REGION,
  getLocalTableName,
} from './addresses.ts'
import { createLocalJwtAuthorizer } from './authorizer.ts'
import { openAdjustableClock } from './clock.ts'
import { createLocalConsole } from './create-local-console.ts'
import { seedDemoData } from './demo.ts'
import { createDynamoTable, dropDynamoTable, startLocalDynamoDb } from './dynamo.ts'
import { type LocalLambdaLoader, openLocalLambdaLoader } from './lambda-loader.ts'
import { createApiGatewayStandIn } from './gateway.ts'
import { listenOnLoopback } from './listen.ts'
import { restrictToLoopback } from './loopback-only.ts'
import { createOutageSwitches, type OutageSwitches } from './outages.ts'
import { createSecurityControlSwitches, type IsSecurityControlOn } from './security-controls.ts'
import { createLocalProductRouter } from './router.ts'
import { startLocalSchedules, ensureFirstRecount, switchNightlyRecount } from './schedules.ts'
import { openHandlersAndWebsite } from './handlers-and-website.ts'
import { openLocalStandIns, serveOnFreePort } from './open-local-stand-ins.ts'
import { openDocumentStore } from './document-store.ts'
import { type DynamoStreamSource, startDynamoStreamPump } from './dynamo-stream-pump.ts'
import { createDynamoDbProxy } from './dynamodb-proxy.ts'

export interface LocalProductOptions {
  readonly port: number
  readonly root: string
  readonly directory: string
  /**
   * Folder of a built website to serve as CloudFront would.
   * @default - Vite serves the website as it stands in frontend/
   */
  readonly builtSite?: string | undefined
  /**
   * Whether the data is temporary, and need not survive a power cut.
   * @default false
   */
  readonly passing?: boolean | undefined
}

const STORE = 'stand-ins.sqlite'
const TABLE_KEY = { ...LOCAL_AWS_ACCESS_KEY, region: LOCAL_REGION, service: 'dynamodb' } as const

export interface LocalProduct {
  readonly site: string
  readonly close: () => Promise<void>
}

const NOT_YET: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** Resolves when the product is ready to serve. */
export async function startLocalProduct({
  port,
  root,
  directory,
  builtSite,
  passing,
}: LocalProductOptions): Promise<LocalProduct> {
  // The port is taken first, so that a second start fails before it touches any data.
  let answer = NOT_YET
  const servers = await listenOnLoopback(
    port,
    restrictToLoopback((request, response) => answer(request, response)),
  )

  const addresses = buildLocalAddresses(port)
  const dynamo = await startLocalDynamoDb({ directory, hidden: true })
  const protections = createSecurityControlSwitches((name, on) =>
    switchNightlyRecount(name, on, { data, now: clock.now }),
  )
  const { isOn } = protections
  const outages = createOutageSwitches(dynamo)
  const table = await openTable({ endpoint: dynamo.endpoint, directory, outages, isOn })
  const { data } = table
  const store = openDocumentStore(join(directory, STORE), { passing })
  const clock = openAdjustableClock(store)
  const sources = await openHandlersAndWebsite({
    root,
    builtSite,
    server: servers[0],
    s3: new URL(addresses.sdk('s3')).origin,
  })
  const functions = openLocalLambdaLoader(sources.read, clock)
  const filesDirectory = join(directory, 'files')
  const standIns = await openLocalStandIns({ addresses, store, clock, filesDirectory, outages, isOn, functions })
  Object.assign(
    process.env,
    buildLocalFunctionEnvironment(addresses, {
      dynamodb: table.address,
      table: table.name,
      stripeApi: standIns.stripeApi,
    }),
  )

  const pumps = startPumps({ endpoint: table.address, table: table.name, store, door: table.door }, functions)
  const schedules = startLocalSchedules(functions, isOn, standIns.sweep)
  const { jwks, issuer } = standIns.cognito
  const authorize = createLocalJwtAuthorizer({ jwks, issuer, clientId: LOCAL_USER_POOL_CLIENT_ID })
  const gateway = createApiGatewayStandIn({ functions, authorize, clock })
  const localConsole = createLocalConsole({ standIns, clock, outages, protections, schedules })
  let ready = false
  answer = createLocalProductRouter({
    addresses,
    localConsole,
    gateway,
    standIns,
    outages,
    isReady: () => ready,
    website: sources.website,
  })
  // The demo administrador's factor is sealed by KMS, whose stand-in answers from here on.
  await seedDemoData(
    { cognito: standIns.cognito, data, store, vault: createTotpSecretCipher(LOCAL_MFA_KEY_ALIAS) },
    clock.now(),
  )
  await ensureFirstRecount(data, clock.now)
  await schedules.run('diagnostics/check-invariants')
  ready = true
  standIns.resume()

  return {
    site: addresses.site,
    close: async () => {
      for (const pump of pumps) pump.stop()
      schedules.stop()
      await Promise.all([sources.close(), standIns.close(), ...servers.map(closed)])
      await table.close()
      await dynamo.stop()
      store.close()
    },
  }
}

interface TableParts {
  readonly endpoint: string
  readonly directory: string
  readonly outages: OutageSwitches
  readonly isOn: IsSecurityControlOn
}

async function openTable({ endpoint, directory, outages, isOn }: TableParts) {
  const door = new EventEmitter()
  const answer = createDynamoDbProxy({ endpoint, key: TABLE_KEY, isOn, door })
  const { address, close } = await serveOnFreePort(outages.breaking('dynamodb', answer))
  const name = getLocalTableName(directory)
  const client = new DynamoDBClient({ endpoint: address, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  // A server that outlives this process may still hold what was there before `--fresh`.
  if (!existsSync(join(directory, STORE))) await dropDynamoTable(client, name)
  await createDynamoTable(client, name)
  return { name, address, close, door, data: openDatabase(createTableConnection(name, client)) }
}

const startPumps = (source: Omit<DynamoStreamSource, 'consumer'>, functions: LocalLambdaLoader) =>
  (['mail/send-queued', 'privacy/make-export'] as const).map((consumer) =>
    startDynamoStreamPump({ ...source, consumer }, async (event) =>
      (await functions.load(`${consumer}.handler`))(event, {}),
    ),
  )

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
