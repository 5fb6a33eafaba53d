import { productCatalogue } from '#contract/product-catalogue'
import type { Database } from '#data/database'
import { formatOrderDescription } from '../../functions/payments/order-description.ts'
import { formatReceiptNumber } from '../../functions/payments/record-payment.ts'
import type { StripeStandIn } from './stripe/stripe.ts'

export const DEMO_ORDER_ID = 'ord_7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d001'
export const DEMO_BEGINNER_ORDER_ID = 'ord_7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d002'
export const DEMO_FINISHER_ORDER_ID = 'ord_7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d003'
export const DEMO_UNDECIDED_ORDER_ID = 'ord_7d3c9a52-1f0e-4a8b-b6a5-2c94f3e0d004'

export type PastPayments = Pick<StripeStandIn, 'seedPayment'>

interface Purchase {
  readonly buyer: { readonly sub: string; readonly firstName: string; readonly lastName: string } | undefined
  readonly orderId: string
  readonly at: Date
  readonly waiting?: boolean
}

export async function seedConsultationPurchase(
  data: Database,
  { buyer, orderId, at, waiting = false }: Purchase,
): Promise<void> {
  if (!buyer) return
  const product = productCatalogue['primera-consulta']
  const customerId = `cus_${buyer.sub}`
  const uuid = orderId.slice('ord_'.length)
  const paidAt = at.toISOString()
  const receiptNumber = formatReceiptNumber(orderId, paidAt)
  const common = {
    orderId,
    paymentId: `pay_${uuid}`,
    customerId,
    receiptNumber,
    concept: formatOrderDescription({ product: 'primera-consulta' }),
    amountCents: product.saleCents,
  }
  await data.orders
    .put({
      orderId: common.orderId,
      product: 'primera-consulta',
      status: 'paid',
      version: 1,
      userId: `usr_${buyer.sub}`,
      customerId,
      totalCents: product.saleCents,
      currency: product.currency,
      openedAt: paidAt,
      paidAt,
      createdAt: paidAt,
    })
    .go()
  const { concept } = common
  if (waiting) await data.ordersToSchedule.put({ customerId, orderId, concept, paidAt }).go()
  await data.payments.put({ ...common, refundedCents: 0, currency: 'eur', status: 'completed', paidAt }).go()
  await data.receipts
    .put({
      ...common,
      buyerName: `${buyer.firstName} ${buyer.lastName}`,
      listCents: product.listCents,
      issuedAt: paidAt,
      fileKey: `${customerId}/receipt/${at.getTime()}-${uuid}.pdf`,
    })
    .go()
}

/** Without it Stripe would have nothing to refund. Also adds it to demo data written without it. */
export async function seedStripePayment(
  { data, stripe }: { readonly data: Database; readonly stripe: PastPayments },
  { orderId, email }: { readonly orderId: string; readonly email: string },
): Promise<void> {
  const { data: order } = await data.orders.get({ orderId }).go()
  const { customerId = '' } = order ?? {}
  const key = { customerId, paymentId: `pay_${orderId.slice('ord_'.length)}` }
  const { data: payment } = customerId ? await data.payments.get(key).go() : { data: null }
  // Erased, or already recorded by a Stripe event.
  if (!order || !payment || payment.paymentIntentId) return
  const session = stripe.seedPayment({
    reference: orderId,
    amountCents: payment.amountCents,
    currency: payment.currency,
    productName: payment.concept,
    metadata: { order_id: orderId, order_version: String(order.version) },
    email,
    paidAt: new Date(payment.paidAt),
  })
  await data.orders.patch({ orderId }).set({ checkoutSessionId: session.id }).go()
  await data.payments
    .patch(key)
    .set({ paymentIntentId: session.payment_intent ?? '' })
    .go()
}
