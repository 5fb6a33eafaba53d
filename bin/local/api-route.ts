import { endpointsByDomain, webhookRoutes } from '../../functions/contract/api-domains.ts'
import type { Endpoint } from '../../functions/contract/endpoint.ts'
import { getRequiredTokenScopes } from '#contract/access-token-scopes'

export interface ApiRoute {
  readonly method: string
  readonly routeKey: string
  readonly pattern: RegExp
  readonly handler: string
  /** A token must have one of these scopes; undefined for a public route. */
  readonly scopes: readonly string[] | undefined
  /**
   * Counts a call against the route's rate limit, and tells whether it is allowed.
   * @default - every call is allowed
   */
  readonly admit?: () => boolean
  /**
   * @throws if API Gateway lacks the permission to invoke the function
   * @default - always allowed
   */
  readonly requireInvoke?: () => void
}

/** `routeKey` as in `GET /customers/{customerId}`; `stage` is the first part of the path. */
export const createApiRoute = (
  routeKey: string,
  { stage, ...route }: Omit<ApiRoute, 'method' | 'routeKey' | 'pattern'> & { readonly stage: string },
): ApiRoute => {
  const [method = '', path = ''] = routeKey.split(' ')
  const pattern = new RegExp(`^/${stage}${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return { ...route, method, routeKey, pattern }
}

export const sortRoutes = (routes: readonly ApiRoute[]): readonly ApiRoute[] =>
  routes.toSorted((a, b) => Number(a.routeKey.includes('{')) - Number(b.routeKey.includes('{')))

export const listContractRoutes = (): readonly ApiRoute[] =>
  sortRoutes([
    ...Object.entries(endpointsByDomain).flatMap(([domain, endpoints]) =>
      Object.values<Endpoint>(endpoints).map((endpoint) =>
        createApiRoute(`${endpoint.method} ${endpoint.path}`, {
          stage: 'api',
          handler: `${domain}/handler`,
          scopes: endpoint.allow === 'everyone' ? undefined : getRequiredTokenScopes(endpoint),
        }),
      ),
    ),
    ...Object.values(webhookRoutes).map(({ method, path, lambda }) =>
      createApiRoute(`${method} ${path}`, { stage: 'api', handler: `${lambda}.handler`, scopes: undefined }),
    ),
  ])
