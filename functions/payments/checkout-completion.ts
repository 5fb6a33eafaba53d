import type Stripe from 'stripe'
import type { StoredOrder } from './open-checkout-session.ts'
import { readBookedStart } from './scheduled-payment.ts'
import type { PaymentSettlementServices } from './services.ts'

export interface CheckoutCompletion {
  /** Epoch seconds by Stripe's clock, as its event says. */
  readonly completedSeconds: number
}

/**
 * Notes when the buyer completed the checkout, and for which hour. Their bank may pay days later, and the event may come
 * late: the days of withdrawal count from here, and so does whether the hour had begun.
 */
export async function noteCheckoutCompletion(
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  { completedSeconds }: CheckoutCompletion,
  services: PaymentSettlementServices,
): Promise<void> {
  if (order.completedAt || session.status !== 'complete') return
  const { data, now, wallClock } = services
  const wallMs = wallClock().getTime()
  // What an event claims is not believed further back than Stripe says that there was a page to complete.
  const completedMs = Number.isFinite(completedSeconds) ? Math.max(completedSeconds, session.created) * 1000 : wallMs
  // By the product's clock: it may be ahead of Stripe's.
  const completedAt = new Date(now().getTime() - Math.max(0, wallMs - completedMs)).toISOString()
  const bookedStart = await readBookedStart(order, services)
  // Not written means that another session has taken its place.
  await data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId: order.orderId })
      .set({ completedAt, ...(bookedStart && { bookedStart }) })
      .where(({ version }, { eq }) => eq(version, order.version))
      .commit(),
  }))
}
