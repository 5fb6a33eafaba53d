import { ownSupplements } from './own-supplements.ts'
import { supplements as practiceSupplements } from './supplements.ts'

export const supplements = { ...practiceSupplements, ...ownSupplements }
