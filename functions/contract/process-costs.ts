import { productCatalogue } from './product-catalogue.ts'

interface CostRange {
  /** Integer cents, VAT included. */
  readonly fromCents: number
  readonly toCents: number
}

/** The longest process that is sold, in months. */
export const LONGEST_PROCESS_MONTHS = 3

/** What follows the first consultation. Placeholders for the owner of the practice. */
export const processCosts = {
  /** The cheapest and the dearest of the three, also in the demo; the kit and its laboratory are part of each. */
  budget: { fromCents: 24_000, toCents: 69_000 },
  /** Nobody has to take any. */
  supplementsAMonth: { fromCents: 0, toCents: 6_000 },
} as const satisfies Record<string, CostRange>

/** From the first consultation to the end, for whoever goes on after it. */
export function computeWholeCost(): CostRange {
  const { saleCents } = productCatalogue['primera-consulta']
  const { budget, supplementsAMonth } = processCosts
  return {
    fromCents: saleCents + budget.fromCents + LONGEST_PROCESS_MONTHS * supplementsAMonth.fromCents,
    toCents: saleCents + budget.toCents + LONGEST_PROCESS_MONTHS * supplementsAMonth.toCents,
  }
}
