import type Stripe from 'stripe'
import type { AuditAction } from '#contract/audit'
import { appendAudit } from '#platform/audit'
import type { Order } from './open-session.ts'
import type { SettlementServices } from './services.ts'

/** The session ran out unpaid: the order is given up and its buyer may begin another. */
export const expireOrder = (session: Stripe.Checkout.Session, services: SettlementServices) =>
  close(session, { status: 'expired', action: 'ORDER_EXPIRED' }, services)

/** A payment that takes days was refused in the end. */
export const failOrder = (session: Stripe.Checkout.Session, services: SettlementServices) =>
  close(session, { status: 'failed', action: 'PAYMENT_FAILED' }, services)

async function close(
  session: Stripe.Checkout.Session,
  { status, action }: { status: Order['status']; action: AuditAction },
  services: SettlementServices,
): Promise<void> {
  const orderId = session.client_reference_id
  const { data: order } = orderId
    ? await services.data.orders.get({ orderId }).go({ consistent: true })
    : { data: null }
  if (!order || order.checkoutSessionId !== session.id) return

  const { customerId, product } = order
  // Not written means that the order is no longer waiting for this session: paid, reopened or closed already.
  await services.data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId: order.orderId })
      .set({ status })
      .composite({ createdAt: order.createdAt })
      .where((stored, { eq }) => `${eq(stored.status, 'pending')} AND ${eq(stored.checkoutSessionId, session.id)}`)
      .commit(),
    openOrder: customerId && entities.openOrders.delete({ customerId, product }).commit(),
    audit: appendAudit(
      entities,
      { action, by: 'stripe', subjectId: customerId ?? order.orderId, details: { orderId: order.orderId } },
      services,
    ),
  }))
}
