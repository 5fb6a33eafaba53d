import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { healthConsent } from './health-consent.ts'
import { ConsentReceiptId, Instant } from './values.ts'

/** Proof of a cookie choice. It identifies nobody: no account, no address. */
const ConsentReceipt = z.object({
  /** Created by the browser for each choice; the only link from a receipt to its author. */
  receiptId: ConsentReceiptId,
  textVersion: z.string().check(z.regex(/^\d{4}-\d{2}(-\d{1,2})?$/)),
  analytics: z.boolean(),
  marketing: z.boolean(),
  /** Server time. */
  recordedAt: Instant,
})

const ChoiceToRecord = z.strictObject(z.omit(ConsentReceipt, { recordedAt: true }).shape)
export type ChoiceToRecord = z.infer<typeof ChoiceToRecord>

export const consent = {
  ...healthConsent,
  keepReceipt: endpoint({
    method: 'POST',
    path: '/consent/receipts',
    allow: 'everyone',
    body: ChoiceToRecord,
    reply: ConsentReceipt,
    audit: 'none',
    refusals: [],
  }),
}
