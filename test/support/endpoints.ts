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

const OF_NOBODY: Readonly<Record<string, string>> = {
  customerId: 'cus_of-nobody',
  orderId: 'ord_of-nobody',
  paymentId: 'pay_of-nobody',
  userId: 'usr_of-nobody',
  sessionId: '00000000-0000-4000-8000-999999999999',
}

/** Ids that might exist and that nothing in the table has, for each parameter of the path. */
export const idsOfNobody = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, OF_NOBODY[name] ?? unknownParameter(name)]),
  )

const unknownParameter = (name: string): never => {
  throw new Error(`no id of nobody is known for {${name}}`)
}

/** A body that the endpoint takes, where one has to be there for its ids to be looked at. */
export const bodyFor = (name: string): object | undefined =>
  name === 'users.changeRole' ? { role: 'cliente' } : undefined
