import { inject } from 'vitest'
import { setProductSite } from './product-site.ts'

/** The product that these journeys share: each has people of its own and looks for them by their names. */
setProductSite(inject('productSite'), { isShared: true })
