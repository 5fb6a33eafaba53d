import * as z from 'zod/mini'
import { EuroCents, IsoInstant } from './value-schemas.ts'

const Issuer = z.object({ legalName: z.string(), taxId: z.string(), address: z.string(), email: z.string() })

export const VatTreatment = z.union([
  z.object({ percent: z.number().check(z.positive(), z.maximum(100)) }),
  z.object({ exemption: z.string() }),
])
export type VatTreatment = z.infer<typeof VatTreatment>

export const PaymentReceipt = z.object({
  receiptNumber: z.string(),
  issuedAt: IsoInstant,
  issuer: Issuer,
  buyerName: z.string(),
  concept: z.string(),
  listCents: EuroCents,
  amountCents: EuroCents,
  vat: VatTreatment,
})
export type PaymentReceipt = z.infer<typeof PaymentReceipt>
