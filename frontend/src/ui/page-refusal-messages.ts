import type { RefusalCode } from '#contract/refusals'

/** The rest, in refusal-messages.ts, is loaded with the first refusal. */
export const pageRefusalMessages = {
  'discount-invalid': 'Código de descuento no válido',
  'order-already-paid': 'Este pedido ya está pagado. No te cobraremos dos veces.',
  'early-start-required':
    'Esa hora es antes de que acabe el plazo de 14 días para desistir de la compra. Marca la casilla con la que la pides, o elige una hora posterior.',
} as const satisfies Partial<Record<RefusalCode, string>>
