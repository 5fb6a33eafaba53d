import * as z from 'zod/mini'
import { Cents, Instant } from './values.ts'

/** Who issues the proof of a payment, as it was when the money came. */
const Issuer = z.object({ legalName: z.string(), taxId: z.string(), address: z.string(), email: z.string() })

/** IVA: a rate that the price includes, or the sentence that names the exemption. */
const Vat = z.union([
  z.object({ percent: z.number().check(z.positive(), z.maximum(100)) }),
  z.object({ exemption: z.string() }),
])
export type Vat = z.infer<typeof Vat>

/** What a 'Justificante de pago' says. */
export const Receipt = z.object({
  receiptNumber: z.string(),
  issuedAt: Instant,
  issuer: Issuer,
  buyerName: z.string(),
  concept: z.string(),
  /** The price before any reduction or code, IVA included. */
  listCents: Cents,
  /** What was paid, IVA included. */
  amountCents: Cents,
  vat: Vat,
})
export type Receipt = z.infer<typeof Receipt>
