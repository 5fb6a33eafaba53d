import * as z from 'zod'

/**
 * What is for sale, by the fixed identifier of its price. Prices are the server's: a browser names the identifier, never
 * an amount, and the payment page is told both, so that nothing has to be set up there.
 */
export const catalogue = {
  'primera-consulta': {
    name: 'Primera consulta',
    /** Integer cents, VAT included. */
    listCents: 10_000,
    saleCents: 8_000,
    currency: 'eur',
    durationMinutes: 30,
  },
} as const

export const ProductKey = z.enum(Object.keys(catalogue) as (keyof typeof catalogue)[])
export type ProductKey = z.infer<typeof ProductKey>
