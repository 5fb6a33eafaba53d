import { EventEmitter } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openData } from '../../functions/data/data.ts'
import { connect } from '../../functions/data/table.ts'
import { liveVault } from '../../functions/mfa/vault.ts'
import { ACCESS_KEY, addressesAt, functionEnvironment, MFA_KEY, POOL_CLIENT_ID, REGION, TABLE } from './addresses.ts'
import { createAuthorizer } from './authorizer.ts'
import { openClock } from './clock.ts'
import { seedDemo } from './demo.ts'
import { openDesk } from './desk-parts.ts'
import { guarded } from './door.ts'
import { createTable, startDynamo } from './dynamo.ts'
import { type Functions, openFunctions } from './functions.ts'
import { createGateway } from './gateway.ts'
import { listenOnLoopback } from './listen.ts'
import { createOutages } from './outages.ts'
import { createProtections } from './protections.ts'
import { createRouter } from './router.ts'
import { startSchedules } from './schedules.ts'
import { makeNightlyRun, switchNightlyRun } from './nightly-run.ts'
import { openSources } from './sources.ts'
import { openStandIns, serveAlone } from './stand-ins.ts'
import { openStore } from './store.ts'
import { type Source, startStreamPump } from './stream-pump.ts'
import { tableDoor } from './table-door.ts'

export interface ProductOptions {
  readonly port: number
  /** Folder of the project. */
  readonly root: string
  /** Where the data is kept. */
  readonly directory: string
  /**
   * Folder of a built website to serve as CloudFront would.
   * @default - Vite serves the website as it stands in frontend/
   */
  readonly builtSite?: string | undefined
  /** Whether the data goes with the process, and so need not survive a power cut. @default false */
  readonly passing?: boolean | undefined
}

const TABLE_KEY = { ...ACCESS_KEY, region: REGION, service: 'dynamodb' } as const

export interface Product {
  readonly site: string
  readonly close: () => Promise<void>
}

const NOT_YET: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** The whole product on this machine, ready to serve when the promise resolves. */
export async function startProduct({ port, root, directory, builtSite, passing }: ProductOptions): Promise<Product> {
  // The port is taken first, so that a second start fails before it touches any data.
  let answer = NOT_YET
  const servers = await listenOnLoopback(
    port,
    guarded((request, response) => answer(request, response)),
  )

  const addresses = addressesAt(port)
  const dynamo = await startDynamo({ directory, hidden: true })
  const protections = createProtections((name, on) => switchNightlyRun(name, on, { data, now: clock.now }))
  const { isOn } = protections
  const door = new EventEmitter()
  const table = await serveAlone(tableDoor({ endpoint: dynamo.endpoint, key: TABLE_KEY, isOn, door }))
  const outages = createOutages(dynamo)
  const store = openStore(join(directory, 'stand-ins.sqlite'), { passing })
  const clock = openClock(store)
  const sources = await openSources({ root, builtSite, server: servers[0], s3: new URL(addresses.sdk('s3')).origin })
  const functions = openFunctions(sources.read, clock)
  const filesDirectory = join(directory, 'files')
  const standIns = await openStandIns({ addresses, store, clock, filesDirectory, outages, isOn, functions })
  Object.assign(process.env, functionEnvironment(addresses, table.address, standIns.stripeApi))

  const tables = new DynamoDBClient({ endpoint: table.address, region: REGION, credentials: ACCESS_KEY })
  await createTable(tables, TABLE)
  const data = openData(connect(TABLE, tables))
  const pumps = startPumps({ endpoint: table.address, table: TABLE, store, door }, functions)
  const schedules = startSchedules(functions, isOn, standIns.sweep)
  const { jwks, issuer } = standIns.cognito
  const authorize = createAuthorizer({ jwks, issuer, clientId: POOL_CLIENT_ID })
  const gateway = createGateway({ functions, authorize, clock })
  const desk = openDesk({ standIns, clock, outages, protections, schedules })
  let ready = false
  answer = createRouter({ addresses, desk, gateway, standIns, outages, isReady: () => ready, website: sources.website })
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

/** One for each function that the table's stream calls. */
const startPumps = (source: Omit<Source, 'consumer'>, functions: Functions) =>
  (['mail/send-queued', 'privacy/make-export'] as const).map((consumer) =>
    startStreamPump({ ...source, consumer }, async (event) => (await functions.load(`${consumer}.handler`))(event, {})),
  )

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
