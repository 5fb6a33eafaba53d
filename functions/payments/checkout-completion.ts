import type Stripe from 'stripe'
import { patchAgreement, type StoredAgreement } from '#data/budget-queries'
import type { StoredOrder } from './open-checkout-session.ts'
import { readAgreementOf } from './public/budget-units.ts'
import { readBookedStart } from './scheduled-payment.ts'
import type { PaymentSettlementServices } from './services.ts'

export interface CheckoutCompletion {
  /** Epoch seconds of Stripe's event. */
  readonly completedSeconds: number
}

/**
 * The bank may pay days later, and the event may be late: the days of withdrawal count from here, and it decides
 * whether the hour had begun.
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
  // The event's time is not accepted before the session's creation at Stripe.
  const completedMs = Number.isFinite(completedSeconds) ? Math.max(completedSeconds, session.created) * 1000 : wallMs
  // Converted to the product's clock, which may be ahead of Stripe's.
  const completedAt = new Date(now().getTime() - Math.max(0, wallMs - completedMs)).toISOString()
  const bookedStart = await readBookedStart(order, services)
  for (let tries = 0; tries < TRIES; tries++) {
    const agreement = await readPayingAgreement(order, session, services)
    const outcome = await data.transact((entities) => ({
      order: entities.orders
        .patch({ orderId: order.orderId })
        .set({ completedAt, ...(bookedStart && { bookedStart }) })
        .where(
          ({ version, status }, { eq }) =>
            `${eq(version, order.version)}${agreement ? ` AND ${eq(status, 'pending')}` : ''}`,
        )
        .commit(),
      agreement: agreement && patchAgreement(entities, agreement, { payingOrderId: order.orderId }),
    }))
    if (outcome.written || outcome.failed === 'order') return
  }
  throw new Error(`the bank's payment of ${order.orderId} was not noted`)
}

const TRIES = 3

/** While the bank is paying a part of a budget, the part is not late. */
async function readPayingAgreement(
  order: StoredOrder,
  { payment_status: payment }: Stripe.Checkout.Session,
  { data }: PaymentSettlementServices,
): Promise<StoredAgreement | undefined> {
  if (order.status !== 'pending' || payment !== 'unpaid') return undefined
  const { customerId = '', budgetId } = order
  return readAgreementOf({ customerId, budgetId }, data)
}
