import * as z from 'zod'

/** What is for sale. Prices are the server's: a browser names a product, never an amount. */
export const catalogue = {
  'primera-consulta': {
    name: 'Primera consulta',
    /** Integer cents, VAT included. */
    listCents: 10_000,
    saleCents: 8_000,
    currency: 'eur',
    durationMinutes: 30,
    /** The fixed price identifier under which Stripe knows it. */
    priceId: 'price_primera_consulta_8000',
  },
} as const

export const ProductKey = z.enum(Object.keys(catalogue) as (keyof typeof catalogue)[])
export type ProductKey = z.infer<typeof ProductKey>
