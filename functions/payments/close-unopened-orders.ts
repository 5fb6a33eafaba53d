import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { appendAuditEntry } from '#platform/audit'
import { toHeldUntil } from './bind-slot.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import { toOpenOrderKey } from './orders.ts'
import type { PaymentSettlementServices } from './services.ts'

const PAGE_ITEMS = 50

/**
 * Orders whose session was never opened, or not stored because of an interruption: no event of Stripe closes them, and
 * a pending one prevents deleting its client and sweeping its sign-up attempt.
 */
export async function closeUnopenedOrders(cursor: string | null, services: PaymentSettlementServices) {
  const { data, wallClock } = services
  const page = await data.orders.query
    .byStatus({ status: 'pending' })
    .between({ createdAt: LOWEST_SORT_KEY }, { createdAt: HIGHEST_SORT_KEY })
    .where(({ checkoutSessionId }, { notExists }) => notExists(checkoutSessionId))
    .go({ cursor, limit: PAGE_ITEMS })
  const now = wallClock().toISOString()
  for (const order of page.data) {
    // oxlint-disable-next-line no-await-in-loop -- a handful
    if (toHeldUntil(order) < now) await closeUnopened(order, services)
  }
  return page.cursor
}

/**
 * A session of this version has ended at Stripe by now, and nobody was shown it. The version stays: if it is paid
 * nevertheless, it is this order's payment (`fulfil.ts`). Not written when it is being reopened.
 */
async function closeUnopened(order: StoredOrder, services: PaymentSettlementServices): Promise<void> {
  const { orderId, version, customerId, createdAt } = order
  const openKey = toOpenOrderKey(order)
  await services.data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId })
      .set({ status: 'expired' })
      .composite({ createdAt })
      .where(
        (stored, { eq, notExists }) =>
          `${eq(stored.status, 'pending')} AND ${eq(stored.version, version)} AND ${notExists(stored.checkoutSessionId)}`,
      )
      .commit(),
    openOrder:
      openKey &&
      entities.openOrders
        .delete(openKey)
        .where((open, { eq, notExists }) => `(${notExists(open.orderId)} OR ${eq(open.orderId, orderId)})`)
        .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'ORDER_EXPIRED', by: 'schedule', subjectId: customerId ?? orderId, details: { orderId } },
      services,
    ),
  }))
}
