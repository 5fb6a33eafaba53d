import { inject } from 'vitest'
import { setProductSite } from './product-site.ts'

/** These journeys share a product: each uses its own people and finds them by name. */
setProductSite(inject('productSite'), { isShared: true })
