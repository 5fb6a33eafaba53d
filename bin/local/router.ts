import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { healthCheckAliases } from '../../functions/contract/security.ts'
import { type LocalAddresses, LOCAL_REGION } from './addresses.ts'
import type { LocalDeployment } from './deployment.ts'
import type { LocalRuntime } from './local-runtime.ts'
import type { OutageSwitches } from './outages.ts'
import type { LocalStandIns } from './open-local-stand-ins.ts'

interface Parts {
  readonly addresses: LocalAddresses
  readonly localConsole: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  readonly front: ReturnType<LocalRuntime['openFront']>
  readonly pool: LocalDeployment['pool']
  readonly standIns: LocalStandIns
  readonly outages: OutageSwitches
  readonly isReady: () => boolean
}

export function createLocalProductRouter(parts: Parts): RequestListener {
  const route = routeThrough(parts)
  return (request, response) => {
    route(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

const routeThrough = ({ addresses, localConsole, front, pool, standIns, outages, isReady }: Parts) => {
  const configuration = front.hasConfiguration ? undefined : configurationAt(addresses, pool)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', addresses.site)
    const standIn = standIns.at(pathname)
    if (standIn) return standIn(request, response)
    if (pathname === '/_local' || pathname.startsWith('/_local/')) {
      if (!(await localConsole(request, response))) response.writeHead(404).end()
      return
    }
    if (configuration && pathname === '/config.json') return json(response, 200, configuration)
    const serving = isReady() && !outages.list().some(({ down }) => down)
    if (isHealthCheck(pathname) && !serving) return json(response, 503, { status: 'unavailable' })
    if (pathname.startsWith('/api/')) return front.api(request, response)
    return front.website(request, response)
  }
}

const isHealthCheck = (pathname: string): boolean => healthCheckAliases.some((name) => pathname === `/api/${name}`)

const configurationAt = ({ cognito }: LocalAddresses, pool: LocalDeployment['pool']) => ({
  region: LOCAL_REGION,
  userPoolId: pool.id,
  userPoolClientId: pool.clientId,
  oauthDomain: cognito.replace('http://', ''),
  userPoolEndpoint: `${cognito}/`,
})

const json = (response: ServerResponse, status: number, body: object) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
