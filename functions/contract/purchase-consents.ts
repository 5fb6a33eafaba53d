import * as z from 'zod/mini'

export const PurchaseConsents = z.strictObject({
  /** Express request for the consultation within the 14 days of withdrawal (TRLGDCU article 98.8). */
  expressRequest: z.boolean(),
  /** Acknowledges that the right of withdrawal ends once all of it has been held (TRLGDCU article 103.a). */
  acknowledgement: z.boolean(),
})
export type PurchaseConsents = z.infer<typeof PurchaseConsents>

/** Only both together end the right of withdrawal with the consultation. */
export const hasBothConsents = (consents: PurchaseConsents | undefined): boolean =>
  consents !== undefined && consents.expressRequest && consents.acknowledgement
