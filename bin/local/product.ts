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
  LOCAL_REGION,
  getLocalTableName,
  type LocalAddresses,
} from './addresses.ts'
import { createSigningKeyLookup } from './authorization/signing-keys.ts'
import { createLocalJwtAuthorizer } from './authorizer.ts'
import { type AdjustableClock, openAdjustableClock } from './clock.ts'
import { type LocalMetrics, openLocalMetrics } from './cloudwatch/metrics.ts'
import { createConditionSwitches, type IsConditionOn } from './adverse-conditions.ts'
import { createLocalConsole } from './create-local-console.ts'
import { EVENT_DELAY_MS } from './event-delivery.ts'
import { createLaggingIndexes } from './lagging-indexes.ts'
import { seedDemoData } from './demo.ts'
import { type LocalDynamoDb, startLocalDynamoDb } from './dynamo.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { createApiGatewayStandIn } from './gateway.ts'
import { listenOnLoopback } from './listen.ts'
import { restrictToLoopback } from './loopback-only.ts'
import { createOutageSwitches, type OutageSwitches } from './outages.ts'
import { createSecurityControlSwitches, type IsSecurityControlOn } from './security-controls.ts'
import { createLocalProductRouter } from './router.ts'
import { startLocalSchedules, ensureFirstRecount, backdateRecountWhenNightlyRunIsOff } from './schedules.ts'
import { describeSources, type LocalDeployment } from './deployment.ts'
import type { LocalRuntime } from './local-runtime.ts'
import { openRuntime } from './open-runtime.ts'
import { type LocalLogs, openLocalLogs } from './logs.ts'
import { type LocalStandIns, openLocalStandIns, serveOnFreePort } from './open-local-stand-ins.ts'
import { type DocumentStore, openDocumentStore } from './document-store.ts'
import { startDynamoStreamPump } from './dynamo-stream-pump.ts'
import { startExpiry } from './expired-items.ts'
import { startQueuePump } from './queue-pump.ts'
import { openQueuedMessages, type QueuedMessages } from './sqs.ts'
import { createDynamoDbProxy } from './dynamodb-proxy.ts'
import { prepareTables } from './prepare-tables.ts'
import { createWriteConflicts } from './conflicting-writes.ts'
import { createAnswerLoss } from './lost-answers.ts'
import { createWriteThrottle } from './throttled-writes.ts'
import { readTemplateDeployment } from './template/template-deployment.ts'

export interface LocalProductOptions {
  readonly port: number
  readonly root: string
  readonly directory: string
  /**
   * Folder of a built website to serve as CloudFront would.
   * @default - Vite serves the website from frontend/
   */
  readonly builtSite?: string | undefined
  /**
   * Folder written by `cdk synth`: the product is built from its template.
   * @default - functions and routes are those of the sources
   */
  readonly template?: string | undefined
  /**
   * Whether the data is temporary, and need not survive a power cut.
   * @default false
   */
  readonly passing?: boolean | undefined
}

const STORE = 'stand-ins.sqlite'

export interface LocalProduct {
  readonly site: string
  readonly metrics: LocalMetrics
  readonly close: () => Promise<void>
}

const NOT_YET: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** Resolves when the product is ready to serve. */
export async function startLocalProduct({
  port,
  root,
  directory,
  builtSite,
  template: templateFolder,
  passing,
}: LocalProductOptions): Promise<LocalProduct> {
  // The port is taken first, so that a second start fails before it touches any data.
  let answer = NOT_YET
  const servers = await listenOnLoopback(
    port,
    restrictToLoopback((request, response) => answer(request, response)),
  )

  const addresses = buildLocalAddresses(port)
  const template = openTemplate(templateFolder, addresses, () => standIns.stripeApi)
  const deployment = template ?? describeSources(addresses, getLocalTableName(directory))
  const dynamo = await startLocalDynamoDb({ directory, hidden: true })
  const protections = createSecurityControlSwitches((name, on) =>
    backdateRecountWhenNightlyRunIsOff(name, on, { data, now: clock.now }),
  )
  const { isOn } = protections
  const outages = createOutageSwitches(dynamo)
  const conditions = openConditions({ standIns: () => standIns, table: () => table })
  const { isOn: isConditionOn } = conditions
  const isFresh = !existsSync(join(directory, STORE))
  await prepareTables({ dynamo, deployment, isFresh, closeOthers: () => Promise.all(servers.map(closed)) })
  const table = await openTable({ dynamo, deployment, outages, isOn, isConditionOn, now: () => clock.now() })
  const { data } = table
  const store = openDocumentStore(join(directory, STORE), { passing })
  const clock = openAdjustableClock(store)
  const logs = openLocalLogs()
  const metrics = openLocalMetrics(clock)
  const runtime = await openRuntime(
    { root, builtSite, server: servers[0], s3: new URL(addresses.sdk('s3')).origin },
    { template, store, clock, logs, metrics, isConditionOn },
  )
  const { functions, asynchronous } = runtime
  const messages = openQueuedMessages(store, clock, () => (isConditionOn('events-late') ? EVENT_DELAY_MS : 0))
  const shared = { deployment, addresses, store, messages, clock, functions, asynchronous, logs, metrics }
  const parts = { ...shared, outages, isOn, isConditionOn }
  const standIns = await openLocalStandIns({ ...parts, filesDirectory: join(directory, 'files') })
  const { name: tableName, address: dynamodb } = table
  Object.assign(
    process.env,
    buildLocalFunctionEnvironment(addresses, { dynamodb, table: tableName, stripeApi: standIns.stripeApi }),
    deployment.variables,
  )

  const pumps = startPumps(table, { store, runtime, messages, isConditionOn })
  const expiry = table.startExpiry()
  const schedules = startLocalSchedules({ ...parts, schedules: deployment.schedules, also: standIns.sweep })
  const localConsole = createLocalConsole({ standIns, clock, outages, protections, conditions, schedules })
  let ready = false
  answer = createLocalProductRouter({
    addresses,
    localConsole,
    front: runtime.openFront(openGateway({ ...parts, standIns })),
    pool: deployment.pool,
    standIns,
    outages,
    isReady: () => ready,
  })
  // The demo administrator's factor is encrypted by the KMS stand-in, which answers from here on.
  await seedDemoData({ ...standIns, data, store, vault: createTotpSecretCipher(deployment.mfaKey.alias) }, clock.now())
  await ensureFirstRecount(data, clock.now)
  await schedules.runFirstChecks()
  ready = true
  standIns.resume()

  return {
    site: addresses.site,
    metrics,
    close: async () => {
      for (const pump of pumps) pump.stop()
      schedules.stop()
      expiry?.stop()
      await Promise.all([runtime.close(), standIns.close(), ...servers.map(closed)])
      await table.close()
      await dynamo.stop()
      store.close()
    },
  }
}

const openTemplate = (folder: string | undefined, addresses: LocalAddresses, stripeApi: () => string) =>
  folder === undefined ? undefined : readTemplateDeployment({ folder, addresses, stripeApi })

interface SwitchedParts {
  readonly standIns: () => LocalStandIns
  readonly table: () => Awaited<ReturnType<typeof openTable>>
}

const openConditions = ({ standIns, table }: SwitchedParts) =>
  createConditionSwitches({
    scan: { get: () => standIns().scan.list(), set: (changes) => standIns().scan.set(changes) },
    mailService: { get: () => standIns().ses.account.get(), set: (changes) => standIns().ses.account.set(changes) },
    switched: async (name, on) => (name === 'index-lag' ? table().setLag(on) : undefined),
  })

interface GatewayParts {
  readonly deployment: LocalDeployment
  readonly functions: LocalLambdaLoader
  readonly clock: AdjustableClock
  readonly standIns: LocalStandIns
  readonly logs: LocalLogs
}

function openGateway({ deployment, functions, clock, standIns, logs }: GatewayParts) {
  const { routes, audience, issuer, originHeaders, accessLog } = deployment.api
  const authorize = createLocalJwtAuthorizer({ jwks: standIns.cognito.jwks, issuer, audience })
  return createApiGatewayStandIn({
    functions,
    routes,
    originHeaders,
    authorize,
    clock,
    onAnswered: (call) => accessLog && logs.write(accessLog.group, accessLog.format(call)),
  })
}

interface TableParts {
  readonly dynamo: LocalDynamoDb
  readonly deployment: LocalDeployment
  readonly outages: OutageSwitches
  readonly isOn: IsSecurityControlOn
  readonly isConditionOn: IsConditionOn
  readonly now: () => Date
}

async function openTable({ dynamo, deployment, outages, isOn, isConditionOn, now }: TableParts) {
  const { endpoint } = dynamo
  const writeEvents = new EventEmitter()
  const { authorizeCall } = deployment
  const server = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  const laggingIndexes = createLaggingIndexes({ client: server, table: deployment.table, now })
  const throttle = createWriteThrottle(() => isConditionOn('writes-throttled'))
  const losing = createAnswerLoss(() => isConditionOn('answers-lost'))
  const conflict = createWriteConflicts(() => isConditionOn('writes-meet-transactions'))
  const signer = { region: LOCAL_REGION, service: 'dynamodb', operator: LOCAL_AWS_ACCESS_KEY, authorizeCall }
  const answer = createDynamoDbProxy({
    endpoint,
    key: createSigningKeyLookup(signer),
    isOn,
    writeEvents,
    authorizeCall,
    throttle,
    conflict,
    laggingIndexes,
  })
  const { address, close } = await serveOnFreePort(outages.breaking('dynamodb', losing('dynamodb', answer)))
  const name = deployment.table.TableName
  const client = new DynamoDBClient({ endpoint: address, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  const attribute = deployment.expiryAttribute
  return {
    name,
    address,
    close,
    writeEvents,
    setLag: laggingIndexes.set,
    data: openDatabase(createTableConnection(name, client)),
    startExpiry: () => (attribute ? startExpiry({ client, name, attribute }) : undefined),
  }
}

interface PumpParts {
  readonly store: DocumentStore
  readonly runtime: LocalRuntime
  readonly messages: QueuedMessages
  readonly isConditionOn: IsConditionOn
}

const startPumps = (
  { address: endpoint, name: table, writeEvents }: Awaited<ReturnType<typeof openTable>>,
  { store, runtime: { consumers, workers }, messages, isConditionOn }: PumpParts,
) => [
  ...Object.entries(consumers).map(([consumer, { consume, windowMs }]) =>
    startDynamoStreamPump(
      { endpoint, table, store, writeEvents, consumer, windowMs },
      repeating(consume, isConditionOn),
    ),
  ),
  ...workers.map((worker) => startQueuePump({ ...worker, invoke: repeating(worker.invoke, isConditionOn), messages })),
]

/** Under the condition 'events-twice' calls a second time at the same moment; only one of the two results counts. */
const repeating =
  <Event>(call: (event: Event) => Promise<unknown>, isConditionOn: IsConditionOn) =>
  async (event: Event): Promise<unknown> => {
    const repeated = isConditionOn('events-twice') ? call(event) : undefined
    const [answer] = await Promise.all([call(event), repeated?.catch(() => undefined)])
    return answer
  }

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
