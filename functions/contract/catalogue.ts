import * as z from 'zod/mini'
import { reductionOf } from './reduction.ts'

/**
 * What is for sale, by the fixed identifier of its price. Prices are the server's: a browser names the identifier, never
 * an amount, and the payment page is told both, so that nothing has to be set up there.
 */
export const catalogue = {
  'primera-consulta': {
    name: 'Primera consulta',
    /**
     * Integer cents, VAT included. The crossed-out price follows from what was asked before, so a new price is a line
     * added here and no line is ever changed. The days are placeholders: the owner of the practice writes the real ones.
     */
    ...reductionOf([
      { from: '2026-01-01', cents: 10_000 },
      { from: '2026-11-01', cents: 8_000 },
    ]),
    currency: 'eur',
    durationMinutes: 30,
  },
} as const

export const ProductKey = z.enum(Object.keys(catalogue) as (keyof typeof catalogue)[])
export type ProductKey = z.infer<typeof ProductKey>
