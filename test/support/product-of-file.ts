import { afterAll, beforeAll, inject } from 'vitest'
import { setProductSite } from './product-site.ts'
import { end, type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct | undefined

/**
 * A product for each file of these journeys, as it is deployed and with nothing kept: they move the clock, cut services off
 * or count what everybody has done.
 */
beforeAll(async () => {
  product = await startProduct(['--memory', '--built', inject('siteFolder')])
  setProductSite(product.site, { isShared: false })
})
afterAll(async () => void (product && (await end(product))))
