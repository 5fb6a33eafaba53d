import { afterAll, beforeAll, inject } from 'vitest'
import { setProductSite } from './product-site.ts'
import { endProductProcess, type RunningProduct, startProductProcess } from './product-process.ts'

let product: RunningProduct | undefined

/**
 * A separate product per file, deployed-like and in memory: these journeys move the clock, switch services off or count
 * everything.
 */
beforeAll(async () => {
  product = await startProductProcess(['--memory', ...inject('productOptions')])
  setProductSite(product.site, { isShared: false })
})
afterAll(async () => void (product && (await endProductProcess(product))))
