import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openData } from '../../functions/data/data.ts'
import { connect } from '../../functions/data/table.ts'
import { liveVault } from '../../functions/mfa/vault.ts'
import { ACCESS_KEY, addressesAt, functionEnvironment, MFA_KEY, POOL_CLIENT_ID, REGION, tableOf } from './addresses.ts'
import { createAuthorizer } from './authorizer.ts'
import { openClock } from './clock.ts'
import { openConsole } from './console-parts.ts'
import { seedDemo } from './demo.ts'
import { createTable, dropTable, startDynamo } from './dynamo.ts'
import { type Functions, openFunctions } from './functions.ts'
import { createGateway } from './gateway.ts'
import { listenOnLoopback } from './listen.ts'
import { loopbackOnly } from './loopback-only.ts'
import { createOutages, type Outages } from './outages.ts'
import { createProtections, type IsOn } from './protections.ts'
import { createRouter } from './router.ts'
import { startSchedules, makeNightlyRun, switchNightlyRun } from './schedules.ts'
import { openSources } from './sources.ts'
import { openStandIns, serveAlone } from './stand-ins.ts'
import { openStore } from './store.ts'
import { type Source, startStreamPump } from './stream-pump.ts'
import { tableProxy } from './table-proxy.ts'

export interface ProductOptions {
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
const TABLE_KEY = { ...ACCESS_KEY, region: REGION, service: 'dynamodb' } as const

export interface Product {
  readonly site: string
  readonly close: () => Promise<void>
}

const NOT_YET: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** Resolves when the product is ready to serve. */
export async function startProduct({ port, root, directory, builtSite, passing }: ProductOptions): Promise<Product> {
  // The port is taken first, so that a second start fails before it touches any data.
  let answer = NOT_YET
  const servers = await listenOnLoopback(
    port,
    loopbackOnly((request, response) => answer(request, response)),
  )

  const addresses = addressesAt(port)
  const dynamo = await startDynamo({ directory, hidden: true })
  const protections = createProtections((name, on) => switchNightlyRun(name, on, { data, now: clock.now }))
  const { isOn } = protections
  const outages = createOutages(dynamo)
  const table = await openTable({ endpoint: dynamo.endpoint, directory, outages, isOn })
  const { data } = table
  const store = openStore(join(directory, STORE), { passing })
  const clock = openClock(store)
  const sources = await openSources({ root, builtSite, server: servers[0], s3: new URL(addresses.sdk('s3')).origin })
  const functions = openFunctions(sources.read, clock)
  const filesDirectory = join(directory, 'files')
  const standIns = await openStandIns({ addresses, store, clock, filesDirectory, outages, isOn, functions })
  Object.assign(
    process.env,
    functionEnvironment(addresses, { dynamodb: table.address, table: table.name, stripeApi: standIns.stripeApi }),
  )

  const pumps = startPumps({ endpoint: table.address, table: table.name, store, door: table.door }, functions)
  const schedules = startSchedules(functions, isOn, standIns.sweep)
  const { jwks, issuer } = standIns.cognito
  const authorize = createAuthorizer({ jwks, issuer, clientId: POOL_CLIENT_ID })
  const gateway = createGateway({ functions, authorize, clock })
  const localConsole = openConsole({ standIns, clock, outages, protections, schedules })
  let ready = false
  answer = createRouter({
    addresses,
    localConsole,
    gateway,
    standIns,
    outages,
    isReady: () => ready,
    website: sources.website,
  })
  // The demo administrador's factor is sealed by KMS, whose stand-in answers from here on.
  await seedDemo({ cognito: standIns.cognito, data, store, vault: liveVault(MFA_KEY) }, clock.now())
  await makeNightlyRun(data, clock.now)
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
  readonly outages: Outages
  readonly isOn: IsOn
}

async function openTable({ endpoint, directory, outages, isOn }: TableParts) {
  const door = new EventEmitter()
  const answer = tableProxy({ endpoint, key: TABLE_KEY, isOn, door })
  const { address, close } = await serveAlone(outages.breaking('dynamodb', answer))
  const name = tableOf(directory)
  const client = new DynamoDBClient({ endpoint: address, region: REGION, credentials: ACCESS_KEY })
  // A server that outlives this process may still hold what was there before `--fresh`.
  if (!existsSync(join(directory, STORE))) await dropTable(client, name)
  await createTable(client, name)
  return { name, address, close, door, data: openData(connect(name, client)) }
}

const startPumps = (source: Omit<Source, 'consumer'>, functions: Functions) =>
  (['mail/send-queued', 'privacy/make-export'] as const).map((consumer) =>
    startStreamPump({ ...source, consumer }, async (event) => (await functions.load(`${consumer}.handler`))(event, {})),
  )

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
