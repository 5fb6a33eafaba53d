import type { TestProject } from 'vitest/node'
import { end, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
  }
}

/** One product for all journeys, with nothing kept. Each journey makes its own people. */
export async function setup({ provide }: TestProject) {
  const product = await startProduct(['--memory'])
  provide('site', product.site)
  return () => end(product)
}
