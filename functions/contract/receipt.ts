import * as z from 'zod/mini'
import { Cents, Instant } from './values.ts'

const Issuer = z.object({ legalName: z.string(), taxId: z.string(), address: z.string(), email: z.string() })

const Vat = z.union([
  z.object({ percent: z.number().check(z.positive(), z.maximum(100)) }),
  z.object({ exemption: z.string() }),
])
export type Vat = z.infer<typeof Vat>

export const Receipt = z.object({
  receiptNumber: z.string(),
  issuedAt: Instant,
  issuer: Issuer,
  buyerName: z.string(),
  concept: z.string(),
  listCents: Cents,
  amountCents: Cents,
  vat: Vat,
})
export type Receipt = z.infer<typeof Receipt>
