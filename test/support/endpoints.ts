import { api, type Domain, domains } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { Response } from '#platform/http'
import { asking } from './asking.ts'
import type { Practice } from './practice.ts'

export interface NamedEndpoint {
  readonly domain: Domain
  /** `payments.list`, as the contract calls it. */
  readonly name: string
  readonly endpoint: Endpoint
}

/** Every endpoint of the contract. */
export const endpoints: readonly NamedEndpoint[] = domains.flatMap((domain) =>
  Object.entries<Endpoint>(api[domain]).map(([name, endpoint]) => ({ domain, name: `${domain}.${name}`, endpoint })),
)

type Serving = (open: () => Practice) => (event: never, context: never) => Promise<Response | undefined>

/** The real handler of a domain, with the services of a test. */
export async function askingDomain(domain: Domain, practice: Practice) {
  const module = (await import(`../../functions/${domain}/handler.ts`)) as { withServices: Serving }
  return asking(module.withServices(() => practice))
}

/** Ids that nothing in the table has, for each parameter of the path. */
export const idsOfNobody = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `${name.slice(0, 3)}_of-nobody`]))
