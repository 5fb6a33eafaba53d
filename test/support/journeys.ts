import type { TestProject } from 'vitest/node'
import { buildSite } from './built-site.ts'
import { end, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
  }
}

/** One product for all journeys, as it is deployed and with nothing kept. Each journey makes its own people. */
export async function setup({ provide }: TestProject) {
  const { folder, remove } = buildSite({ local: true })
  const product = await startProduct(['--memory', '--built', folder])
  provide('site', product.site)
  provide('siteFolder', folder)
  return async () => {
    await end(product)
    remove()
  }
}
