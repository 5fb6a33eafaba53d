import * as z from 'zod/mini'
import { EuroCents, IsoInstant } from './value-schemas.ts'

const Issuer = z.object({ legalName: z.string(), taxId: z.string(), address: z.string(), email: z.string() })

export const VatTreatment = z.union([
  z.object({ percent: z.number().check(z.positive(), z.maximum(100)) }),
  z.object({ exemption: z.string() }),
])
export type VatTreatment = z.infer<typeof VatTreatment>

/** As Stripe calls them. */
export const paymentMethods = ['card', 'link', 'bizum', 'paypal', 'sepa_debit', 'customer_balance'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const PaymentReceipt = z.object({
  receiptNumber: z.string(),
  issuedAt: IsoInstant,
  issuer: Issuer,
  buyerName: z.string(),
  concept: z.string(),
  listCents: EuroCents,
  amountCents: EuroCents,
  vat: VatTreatment,
  /** Missing where several were offered, and on older receipts. */
  paymentMethod: z.optional(z.enum(paymentMethods)),
})
export type PaymentReceipt = z.infer<typeof PaymentReceipt>
