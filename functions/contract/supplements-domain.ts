import { ownSupplements } from './own-supplements.ts'
import { supplements as practiceSupplements } from './supplements.ts'

/** All of the domain, as its Lambda answers. */
export const supplements = { ...practiceSupplements, ...ownSupplements }
