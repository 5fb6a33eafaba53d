import { computeEarlyStartUntil } from '#contract/cancellation-rules'
import type { PurchaseConsents } from '#contract/purchase-consents'
import type { Database } from '#data/database'
import type { TransactionEntities } from '#data/transact'

/** Of an order: see `computeEarlyStartUntil`. */
export async function readEarlyStartUntil(
  orderId: string | undefined,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> {
  const { data: order } = orderId ? await data.orders.get({ orderId }).go() : { data: null }
  if (!order?.paidAt) return null
  return computeEarlyStartUntil({
    now: now().toISOString(),
    paidAt: order.paidAt,
    expressRequest: order.expressRequestAt !== undefined,
    acknowledgement: order.acknowledgementAt !== undefined,
  })
}

interface GivenConsents {
  readonly orderId: string | undefined
  readonly consents: PurchaseConsents | undefined
  readonly at: string
}

/** With the hour that they are about: without it nobody has asked for anything. */
export function createConsentWrites(entities: TransactionEntities, { orderId, consents, at }: GivenConsents) {
  const { expressRequest, acknowledgement } = consents ?? {}
  if (!orderId || (!expressRequest && !acknowledgement)) return undefined
  return entities.orders
    .patch({ orderId })
    .set({ ...(expressRequest && { expressRequestAt: at }), ...(acknowledgement && { acknowledgementAt: at }) })
    .commit()
}
