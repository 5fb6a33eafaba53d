import type Stripe from 'stripe'
import type { FailedPaymentPurpose } from '#data/mail'
import type { TransactionEntities } from '#data/transact'
import { queueMail } from '#platform/outbox'
import { formatOrderDescription } from './order-description.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'

/** One mail for each session, as an order can be paid again and fail again. */
export async function prepareFailedPaymentMail(
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  services: PaymentSettlementServices,
): Promise<(entities: TransactionEntities) => ReturnType<typeof queueMail> | undefined> {
  const to = await findBuyerEmail(order, session, services)
  if (!to) return () => undefined
  const { orderId, version, customerId, totalCents } = order
  const mail = {
    mailId: `mai_${orderId.slice('ord_'.length)}-failed-${version}`,
    to,
    customerId,
    content: {
      kind: 'payment-failed' as const,
      orderId,
      concept: formatOrderDescription(order),
      amountCents: totalCents,
      ...(await findPurpose(order, services)),
    },
  }
  return (entities) => queueMail(entities, mail, services)
}

async function findBuyerEmail(
  { customerId }: StoredOrder,
  { customer_email: given, customer_details: details }: Stripe.Checkout.Session,
  { data }: PaymentSettlementServices,
): Promise<string | undefined> {
  if (!customerId) return (given ?? details?.email)?.toLowerCase()
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer?.email ?? (await data.removedCustomers.get({ customerId }).go()).data?.email
}

async function findPurpose(
  { product, customerId, budgetId, consultationId, startsAt, durationMinutes }: StoredOrder,
  { data, now }: PaymentSettlementServices,
): Promise<FailedPaymentPurpose> {
  if (product === 'consulta') return { of: 'booked-consultation' }
  if (product === 'presupuesto') {
    const key = customerId && budgetId ? { customerId, budgetId } : undefined
    const { data: agreement } = key ? await data.budgetAgreements.get(key).go() : { data: null }
    return { of: 'budget-part', isOpen: agreement?.status === 'active' }
  }
  if (!consultationId || !startsAt || !durationMinutes) return { of: 'purchase' }
  return { of: 'purchase', lostHour: { startsAt, durationMinutes, isOver: startsAt <= now().toISOString() } }
}
