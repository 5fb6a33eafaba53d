import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createServer as createViteServer } from 'vite'
import { openData } from '../../functions/data/data.ts'
import { connect } from '../../functions/data/table.ts'
import { liveVault } from '../../functions/mfa/vault.ts'
import { ACCESS_KEY, addressesAt, functionEnvironment, MFA_KEY, POOL_CLIENT_ID, REGION, TABLE } from './addresses.ts'
import { createAuthorizer } from './authorizer.ts'
import { serveBuiltSite } from './built-site.ts'
import { openClock } from './clock.ts'
import { seedDemo } from './demo.ts'
import { openDesk } from './desk-parts.ts'
import { createTable, startDynamo } from './dynamo.ts'
import { openFunctions } from './functions.ts'
import { createGateway } from './gateway.ts'
import { listenOnLoopback } from './listen.ts'
import { createOutages } from './outages.ts'
import { createRouter } from './router.ts'
import { startSchedules } from './schedules.ts'
import { openStandIns } from './stand-ins.ts'
import { openStore } from './store.ts'
import { startStreamPump } from './stream-pump.ts'

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
}

export interface Product {
  readonly site: string
  readonly close: () => Promise<void>
}

const NOT_YET: RequestListener = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()

/** The whole product on this machine, ready to serve when the promise resolves. */
export async function startProduct({ port, root, directory, builtSite }: ProductOptions): Promise<Product> {
  // The port is taken first, so that a second start fails before it touches any data.
  let answer = NOT_YET
  const servers = await listenOnLoopback(port, (request, response) => answer(request, response))

  const addresses = addressesAt(port)
  const dynamo = await startDynamo({ directory })
  const outages = createOutages(dynamo)
  const store = openStore(join(directory, 'stand-ins.sqlite'))
  const clock = openClock(store)
  const vite = await openVite(root, servers[0])
  const functions = openFunctions(vite, root, clock)
  const filesDirectory = join(directory, 'files')
  const standIns = await openStandIns({ addresses, store, clock, filesDirectory, outages, functions })
  Object.assign(process.env, functionEnvironment(addresses, dynamo.endpoint, standIns.stripeApi))

  const tables = new DynamoDBClient({ endpoint: dynamo.endpoint, region: REGION, credentials: ACCESS_KEY })
  await createTable(tables, TABLE)

  const pumps = (['mail/send-queued', 'privacy/make-export'] as const).map((consumer) =>
    startStreamPump({ endpoint: dynamo.endpoint, table: TABLE, store, consumer }, async (event) =>
      (await functions.load(`${consumer}.handler`))(event, {}),
    ),
  )
  const schedules = startSchedules(functions, standIns.sweep)
  const { jwks, issuer } = standIns.cognito
  const gateway = createGateway({ functions, authorize: createAuthorizer({ jwks, issuer, clientId: POOL_CLIENT_ID }) })
  const desk = openDesk({ standIns, clock, outages, schedules })
  const website = builtSite ? serveBuiltSite(builtSite, new URL(addresses.sdk('s3')).origin) : vite.middlewares
  let ready = false
  const isReady = () => ready
  answer = createRouter({ addresses, desk, gateway, standIns, outages, isReady, website })
  // The demo administrador's factor is sealed by KMS, whose stand-in answers from here on.
  await seedDemo(
    { cognito: standIns.cognito, data: openData(connect(TABLE, tables)), store, vault: liveVault(MFA_KEY) },
    clock.now(),
  )
  ready = true
  standIns.resume()

  return {
    site: addresses.site,
    close: async () => {
      for (const pump of pumps) pump.stop()
      schedules.stop()
      await Promise.all([vite.close(), standIns.close(), ...servers.map(closed)])
      await dynamo.stop()
      store.close()
    },
  }
}

const openVite = (root: string, server: Server | undefined) =>
  createViteServer({
    configFile: join(root, 'frontend/vite.config.ts'),
    appType: 'spa',
    logLevel: 'error',
    server: { middlewareMode: true, ...(server && { ws: { server } }), fs: { allow: [root] } },
  })

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
