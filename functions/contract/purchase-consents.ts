import * as z from 'zod/mini'

/** What the buyer has ticked; nothing is ticked beforehand. */
export const PurchaseConsents = z.strictObject({
  /** Asks for the consultation within the 14 days in which the contract can be withdrawn from (TRLGDCU article 98.8). */
  expressRequest: z.boolean(),
  /** Knows that the right of withdrawal ends once all of it has been held (TRLGDCU article 103.a). */
  acknowledgement: z.boolean(),
})
export type PurchaseConsents = z.infer<typeof PurchaseConsents>

/** Half a statement is none. */
export const hasBothConsents = (consents: PurchaseConsents | undefined): boolean =>
  consents !== undefined && consents.expressRequest && consents.acknowledgement
