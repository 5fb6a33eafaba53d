import * as z from 'zod/mini'
import { CustomerId, EuroCents, IsoInstant, OrderId, PaymentId } from './value-schemas.ts'

const paymentStatuses = ['completed', 'refunded', 'partially-refunded'] as const

export const Payment = z.object({
  paymentId: PaymentId,
  customerId: CustomerId,
  orderId: OrderId,
  concept: z.string(),
  amountCents: EuroCents,
  refundedCents: EuroCents,
  currency: z.literal('eur'),
  status: z.enum(paymentStatuses),
  paidAt: IsoInstant,
  receiptNumber: z.string(),
})
export type Payment = z.infer<typeof Payment>
