import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { healthConsentEndpoints } from './health-consent.ts'
import { CookieConsentReceiptId, IsoInstant } from './value-schemas.ts'

const ConsentReceipt = z.object({
  /** Created by the browser for each choice; the only link between a receipt and its author. */
  receiptId: CookieConsentReceiptId,
  textVersion: z.string().check(z.regex(/^\d{4}-\d{2}(-\d{1,2})?$/)),
  analytics: z.boolean(),
  marketing: z.boolean(),
  recordedAt: IsoInstant,
})

const CookieConsentChoice = z.strictObject(z.omit(ConsentReceipt, { recordedAt: true }).shape)
export type CookieConsentChoice = z.infer<typeof CookieConsentChoice>

export const consent = {
  ...healthConsentEndpoints,
  keepReceipt: defineEndpoint({
    method: 'POST',
    path: '/consent/receipts',
    allow: 'everyone',
    body: CookieConsentChoice,
    reply: ConsentReceipt,
    audit: 'none',
    refusals: [],
  }),
}
