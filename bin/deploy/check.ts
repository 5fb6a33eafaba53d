import type { Clients } from './clients.ts'
import type { Deployment } from './deployment.ts'
import type { DeployedStack, StackResource } from './stack.ts'
import type { Verdict } from './verdict.ts'

export interface DnsResolver {
  readonly resolveTxt: (name: string) => Promise<string[][]>
  readonly resolve4: (name: string) => Promise<string[]>
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Asks for the URL by TLS at this address, whatever its name leads to. @returns the JSON of the answer */
export type FetchAt = (address: string, url: URL) => Promise<unknown>

export interface CheckContext extends Deployment {
  readonly accountId: string
  /** Undefined before the first deployment. */
  readonly deployed: DeployedStack | undefined
  /** Of the deployed stack; AWS is asked once for all checks. */
  readonly listResources: () => Promise<readonly StackResource[]>
  readonly clients: Clients
  readonly dns: DnsResolver
  readonly fetch: Fetch
  readonly fetchAt: FetchAt
}

export type Check = (context: CheckContext) => Promise<Verdict>
