import type { Fetch, FetchAt, DnsResolver } from './check.ts'

const CONFIG_PATH = '/config.json'

const hasUserPool = (config: unknown, userPoolId: string): boolean =>
  typeof config === 'object' && config !== null && 'userPoolId' in config && config.userPoolId === userPoolId

/** Any host may answer by a name; only the site of the stage names its user pool. */
export async function answersAsStage(host: string, userPoolId: string, fetch: Fetch): Promise<boolean> {
  try {
    const answer = await fetch(`https://${host}${CONFIG_PATH}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    })
    return hasUserPool(await answer.json(), userPoolId)
  } catch {
    return false
  }
}

export const findAddress = (name: string, dns: Pick<DnsResolver, 'resolve4'>): Promise<string | undefined> =>
  dns.resolve4(name).then(
    ([address]) => address,
    () => undefined,
  )

/** `unknown`: the stage's site answers nowhere, so that nothing can be compared with it. */
type DomainTarget = 'nowhere' | 'elsewhere' | 'stage' | 'unknown'

interface Stage {
  readonly distribution: string
  readonly userPoolId: string
}

interface Network {
  readonly dns: Pick<DnsResolver, 'resolve4'>
  readonly fetch: Fetch
  readonly fetchAt: FetchAt
}

/**
 * Where a name leads. Before the distribution is deployed with the name it refuses requests by it; every address of
 * CloudFront answers for every distribution, so the name's address is asked for the distribution by its own name.
 */
export async function findDomainTarget(
  name: string,
  { distribution, userPoolId }: Stage,
  { dns, fetch, fetchAt }: Network,
): Promise<DomainTarget> {
  const address = await findAddress(name, dns)
  if (address === undefined) return 'nowhere'
  const [byName, byAddress, byDistribution] = await Promise.all([
    answersAsStage(name, userPoolId, fetch),
    fetchAt(address, new URL(CONFIG_PATH, `https://${distribution}`)).then(
      (config) => hasUserPool(config, userPoolId),
      () => false,
    ),
    answersAsStage(distribution, userPoolId, fetch),
  ])
  if (byName || byAddress) return 'stage'
  return byDistribution ? 'elsewhere' : 'unknown'
}
