import { afterAll, beforeAll, inject } from 'vitest'
import { end, type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct | undefined

/**
 * A product for each file of journeys, as it is deployed and with nothing kept: files run side by side, and some move the
 * clock or cut a service off. Each journey makes its own people.
 */
beforeAll(async () => void (product = await startProduct(['--memory', '--built', inject('siteFolder')])))
afterAll(async () => void (product && (await end(product))))

/** The address of this file's product. */
export function productSite(): string {
  if (!product) throw new Error('the product of this file has not started')
  return product.site
}
