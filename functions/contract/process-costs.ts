import { productCatalogue } from './product-catalogue.ts'

interface CostRange {
  /** Integer cents, VAT included. */
  readonly fromCents: number
  readonly toCents: number
}

export const LONGEST_PROCESS_MONTHS = 3

/** Costs after the first consultation. Placeholders for the owner of the practice. */
export const processCosts = {
  /** Cheapest and dearest budget, also in the demo; all include the kit and its laboratory. */
  budget: { fromCents: 24_000, toCents: 69_000 },
  supplementsAMonth: { fromCents: 0, toCents: 6_000 },
} as const satisfies Record<string, CostRange>

export function computeWholeCost(): CostRange {
  const { saleCents } = productCatalogue['primera-consulta']
  const { budget, supplementsAMonth } = processCosts
  return {
    fromCents: saleCents + budget.fromCents + LONGEST_PROCESS_MONTHS * supplementsAMonth.fromCents,
    toCents: saleCents + budget.toCents + LONGEST_PROCESS_MONTHS * supplementsAMonth.toCents,
  }
}
