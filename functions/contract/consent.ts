import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { healthConsent } from './health-consent.ts'
import { ConsentReceiptId, Instant } from './values.ts'

/** Proof that somebody was asked about cookies and what they answered. It names nobody: no account, no address. */
const ConsentReceipt = z.object({
  /** Made by the browser, anew for each choice: nothing else leads from a receipt to whoever made it. */
  receiptId: ConsentReceiptId,
  /** The version of the text they were shown, `2026-11`. */
  textVersion: z.string().check(z.regex(/^\d{4}-\d{2}(-\d{1,2})?$/)),
  analytics: z.boolean(),
  marketing: z.boolean(),
  /** When it reached us, by our clock. */
  recordedAt: Instant,
})

const ChoiceToRecord = z.strictObject(z.omit(ConsentReceipt, { recordedAt: true }).shape)
export type ChoiceToRecord = z.infer<typeof ChoiceToRecord>

export const consent = {
  ...healthConsent,
  /** Keeps the proof of a choice, once; what is answered is what is kept. */
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
