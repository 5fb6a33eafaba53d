import type { Clients } from './clients.ts'
import type { Deployment } from './deployment.ts'
import type { DeployedStack } from './stack.ts'
import type { Verdict } from './verdict.ts'

export interface DnsResolver {
  readonly resolveTxt: (name: string) => Promise<string[][]>
  readonly resolve4: (name: string) => Promise<string[]>
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface CheckContext extends Deployment {
  readonly accountId: string
  /** Undefined before the first deployment. */
  readonly deployed: DeployedStack | undefined
  readonly clients: Clients
  readonly dns: DnsResolver
  readonly fetch: Fetch
}

export type Check = (context: CheckContext) => Promise<Verdict>
