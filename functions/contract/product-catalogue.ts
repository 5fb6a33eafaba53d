import { computeListAndSalePrices } from './price-reduction.ts'

/**
 * Products by the fixed identifier of their price. The browser sends the identifier, never an amount; Stripe's page
 * gets name and amount from here, so nothing has to be set up at Stripe.
 */
export const productCatalogue = {
  'primera-consulta': {
    name: 'Primera consulta',
    /**
     * Integer cents, VAT included. The crossed-out price is computed from earlier prices: add a line for a new price
     * and never change one. The dates are placeholders for the owner of the practice.
     */
    ...computeListAndSalePrices([
      { from: '2026-01-01', cents: 10_000 },
      { from: '2026-11-01', cents: 8_000 },
    ]),
    currency: 'eur',
    durationMinutes: 30,
    consultationType: 'primera_consulta',
  },
} as const
