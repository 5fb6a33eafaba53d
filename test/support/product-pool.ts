interface ProductPool {
  readonly userPoolId: string
  readonly userPoolClientId: string
}

const read = new Map<string, Promise<ProductPool>>()

async function readConfiguration(site: string): Promise<ProductPool> {
  const answer = await fetch(`${site}/config.json`)
  return (await answer.json()) as ProductPool
}

export function readProductPool(site: string): Promise<ProductPool> {
  const pool = read.get(site) ?? readConfiguration(site)
  read.set(site, pool)
  return pool
}
