import type { TestProject } from 'vitest/node'
import { end, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productSite: string
  }
}

/** One product, as deployed and in memory, for all journeys that do not disturb each other. */
export async function setup(project: TestProject) {
  const product = await startProduct(['--memory', '--built', project.getProvidedContext().siteFolder])
  project.provide('productSite', product.site)
  return () => end(product)
}
