import type { TestProject } from 'vitest/node'
import { end, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productSite: string
  }
}

/** One product for all journeys that leave each other alone, as it is deployed and with nothing kept. */
export async function setup(project: TestProject) {
  const product = await startProduct(['--memory', '--built', project.getProvidedContext().siteFolder])
  project.provide('productSite', product.site)
  return () => end(product)
}
