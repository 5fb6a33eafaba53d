import type Stripe from 'stripe'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { fulfilPaidCheckoutSession } from './fulfil.ts'
import { applyUnpaidRequestRules } from './release-unpaid-requests.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'
import { prepareOrderConsultationCancellation } from './order-consultation-cancellation.ts'

/**
 * Refunded amounts only grow, so events out of order leave the latest; a refund whose payment is not recorded yet
 * records that first.
 */
export async function recordStripeRefund(charge: Stripe.Charge, services: PaymentSettlementServices): Promise<void> {
  const stripe = await services.stripe.client()
  const intent = typeof charge.payment_intent === 'string' ? charge.payment_intent : charge.payment_intent?.id
  if (!intent) return
  const { data: sessions } = await stripeRequest(() =>
    stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
  )
  const orderId = sessions[0]?.client_reference_id
  const { data: known } = orderId ? await services.data.orders.get({ orderId }).go() : { data: null }
  if (!known || !sessions[0]) return

  const order = await fulfilPaidCheckoutSession(sessions[0].id, services)
  await writeOrderRefund(order.orderId, { refundedCents: charge.amount_refunded, by: 'stripe' }, services)
}

interface Refunded {
  readonly refundedCents: number
  readonly by: string
}

const TRIES = 5

/**
 * No-op when this amount is stored already. Reads again when a booking, cancellation or merge of clients intervenes.
 */
export async function writeOrderRefund(orderId: string, refunded: Refunded, services: RefundServices): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { data: order } = await services.data.orders.get({ orderId }).go()
    if (!order || !(await writeOnce(order, refunded, services))) continue
    // Also where it stood there already: the run that wrote it may not have come this far.
    if (refunded.refundedCents >= order.totalCents && order.customerId)
      await applyUnpaidRequestRules({ customerId: order.customerId, by: refunded.by }, services)
    return
  }
  throw new Error(`the refund of ${orderId} was not written`)
}

type RefundServices = Pick<PaymentSettlementServices, 'data' | 'now' | 'newId'>

/** @returns whether it is stored now, by this call or another */
async function writeOnce(
  { orderId, customerId = '', createdAt, totalCents }: StoredOrder,
  { refundedCents, by }: Refunded,
  services: RefundServices,
): Promise<boolean> {
  const { data } = services
  const key = { customerId, paymentId: `pay_${orderId.slice('ord_'.length)}` }
  const whole = refundedCents >= totalCents
  const notice = whole ? await noticeOf(key, services) : undefined
  const dateWrites = whole
    ? await prepareOrderConsultationCancellation({ orderId, customerId, by }, services)
    : () => undefined
  const outcome = await data.transact((entities) => ({
    payment: entities.payments
      .patch(key)
      .set({ refundedCents, status: whole ? 'refunded' : 'partially-refunded' })
      // Of a purchase that cost nothing there is no amount that could grow.
      .where((payment, { lt, ne }) =>
        whole ? ne(payment.status, 'refunded') : lt(payment.refundedCents, refundedCents),
      )
      .commit(),
    order: whole && entities.orders.patch({ orderId }).set({ status: 'refunded' }).composite({ createdAt }).commit(),
    date: dateWrites(entities),
    mail: notice && queueMail(entities, notice, services),
    audit: appendAuditEntry(
      entities,
      { action: 'PAYMENT_REFUNDED', by, subjectId: customerId, details: { ...key, refundedCents } },
      services,
    ),
  }))
  if (outcome.written) return true
  const { data: payment } = await data.payments.get(key).go()
  return outcome.failed === 'payment' && payment !== null
}

/** Only for refunds made in this app: Stripe mails the others. */
async function noticeOf(
  { customerId, paymentId }: { readonly customerId: string; readonly paymentId: string },
  { data }: Pick<PaymentSettlementServices, 'data'>,
) {
  const [{ data: payment }, { data: customer }] = await Promise.all([
    data.payments.get({ customerId, paymentId }).go(),
    data.customers.get({ customerId }).go(),
  ])
  if (!payment?.refundRequestedAt || !customer) return undefined
  const { concept } = payment
  const amountCents = payment.amountCents - payment.refundedCents
  if (amountCents === 0) return undefined
  return {
    mailId: `mai_${paymentId.slice('pay_'.length)}-refund`,
    to: customer.email,
    customerId,
    content: { kind: 'refund', concept, amountCents },
  } as const
}
