import type Stripe from 'stripe'
import type { AuditAction } from '#contract/audit'
import { productCatalogue } from '#contract/product-catalogue'
import type { ProductKey } from '#contract/product-key'
import type { TransactionEntities } from '#data/transact'
import { hashToken, type PendingSignUp, findPendingSignUp } from '../account/public/email-proof.ts'
import type { StoredSlotHold } from '#data/slot-hold-queries'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { throwRefusal } from '#platform/refusal-error'
import { noteBankRefusal } from './budget-payment.ts'
import { prepareFailedPaymentMail } from './failed-payment-mail.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PurchaseTerms } from './price.ts'
import { releaseSlotHoldOfOrder, slotAttributes, consentAttributes } from './order-slot-hold.ts'
import type { PaymentServices, PaymentSettlementServices } from './services.ts'

export interface Buyer {
  readonly account: { readonly userId: string; readonly customerId: string; readonly email: string } | undefined
  readonly attempt?: PendingSignUp
  readonly purchaseTicket?: string | undefined
  readonly hold?: StoredSlotHold | undefined
  readonly timeZone?: string | undefined
  readonly caller: CallerDetails
}

/** Of two simultaneous calls only one creates an order. */
export async function findOrCreateOpenOrder(
  buyer: Buyer,
  product: ProductKey,
  price: PurchaseTerms,
  services: PaymentServices,
): Promise<StoredOrder> {
  const { account, attempt } = buyer
  const open = await presentOrder(buyer, product, services)
  if (open) return open

  const orderId = (await findFreeOrderId(buyer, product, services)) ?? services.newId('ord')
  const outcome = await services.data.transact((entities) => ({
    order: entities.orders
      .create({
        orderId,
        product,
        status: 'pending',
        version: 1,
        ...(account && { userId: account.userId, customerId: account.customerId }),
        ...(price.discountCode && { discountCode: price.discountCode }),
        totalCents: price.totalCents,
        noShowRule: price.noShowRule,
        ...(buyer.timeZone && { timeZone: buyer.timeZone }),
        currency: productCatalogue[product].currency,
        openedAt: services.wallClock().toISOString(),
        createdAt: services.now().toISOString(),
      })
      .commit(),
    openOrder: account && entities.openOrders.create({ customerId: account.customerId, product, orderId }).commit(),
    pendingSignUp: attempt && noteOrder(entities, attempt, orderId),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ORDER_CREATED',
        by: account?.userId ?? 'visitor',
        subjectId: account?.customerId ?? orderId,
        details: { orderId, product, totalCents: price.totalCents },
        caller: buyer.caller,
      },
      services,
    ),
  }))
  const written = outcome.written
    ? (await services.data.orders.get({ orderId }).go()).data
    : await presentOrder(buyer, product, services)
  return written ?? throwRefusal('payment-unavailable')
}

const noteOrder = (
  entities: TransactionEntities,
  { addressId, version, orderId: before }: PendingSignUp,
  orderId: string,
) =>
  entities.pendingSignUps
    .patch({ addressId })
    .set({ orderId })
    .remove(['formerOrderId'])
    .where(
      (stored, { eq, notExists }) =>
        `${eq(stored.version, version)} AND ${before ? eq(stored.orderId, before) : notExists(stored.orderId)}`,
    )
    .commit()

const MAX_ORDERS = 20

function listAnonymousOrderIds(
  { account, attempt, purchaseTicket, hold }: Buyer,
  product: ProductKey,
): readonly string[] {
  if (account || attempt) return []
  if (!purchaseTicket) return hold ? [`ord_${hold.consultationId.slice('con_'.length)}`] : []
  const id = `ord_${hashToken(`${product} ${purchaseTicket}`).slice(0, 32)}`
  return Array.from({ length: MAX_ORDERS }, (_, index) => (index === 0 ? id : `${id}-${index + 1}`))
}

async function findAnonymousOrder(buyer: Buyer, product: ProductKey, { data }: PaymentServices) {
  for (const orderId of listAnonymousOrderIds(buyer, product)) {
    // oxlint-disable-next-line no-await-in-loop -- nearly always the first
    const { data: order } = await data.orders.get({ orderId }).go()
    if (order?.status !== 'refunded') return { orderId, order: order ?? undefined }
  }
  return undefined
}

const findFreeOrderId = async (buyer: Buyer, product: ProductKey, services: PaymentServices) =>
  (await findAnonymousOrder(buyer, product, services))?.orderId

async function presentOrder(buyer: Buyer, product: ProductKey, services: PaymentServices) {
  const { account, attempt } = buyer
  if (account) return openOrderOf(account.customerId, product, services)
  if (!attempt) return (await findAnonymousOrder(buyer, product, services))?.order
  const { data } = services
  const orderId = (await findPendingSignUp(attempt.email, data))?.orderId
  if (!orderId) return undefined
  const { data: order } = await data.orders.get({ orderId }).go()
  return order && order.status !== 'refunded' ? order : undefined
}

async function openOrderOf(customerId: string, product: ProductKey, { data }: PaymentServices) {
  const { data: open } = await data.openOrders.get({ customerId, product }).go()
  if (!open) return undefined
  const { data: order } = await data.orders.get({ orderId: open.orderId }).go()
  return order ?? undefined
}

/**
 * A concurrent second caller gets the version of the first. The order is open again even when its former session has
 * just expired.
 */
export async function reopenOrder(
  order: StoredOrder,
  price: PurchaseTerms,
  { data, wallClock }: PaymentServices,
): Promise<StoredOrder> {
  const { orderId, version, createdAt } = order
  const openKey = toOpenOrderKey(order)
  const { written } = await data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId })
      .set({
        status: 'pending',
        version: version + 1,
        totalCents: price.totalCents,
        noShowRule: price.noShowRule,
        ...(price.concept !== undefined && { concept: price.concept }),
        openedAt: wallClock().toISOString(),
        ...(price.discountCode && { discountCode: price.discountCode }),
      })
      .remove([
        'checkoutSessionId',
        'completedAt',
        'bookedStart',
        ...(price.discountCode ? [] : (['discountCode'] as const)),
        ...slotAttributes,
        ...consentAttributes,
      ])
      .composite({ createdAt })
      .where(
        (stored, operations) =>
          `${operations.eq(stored.version, version)} AND ${operations.ne(stored.status, 'paid')} AND (${createUnchangedCondition(stored.checkoutSessionId, order.checkoutSessionId, operations)})`,
      )
      .commit(),
    openOrder:
      openKey &&
      entities.openOrders
        .put({ ...openKey, orderId })
        .where((open, { eq, notExists }) => `(${notExists(open.orderId)} OR ${eq(open.orderId, orderId)})`)
        .commit(),
  }))
  const { data: reopened } = await data.orders.get({ orderId }).go()
  // Another press has opened a session since: it could be paid, and is ended before another begins.
  if (!written && reopened?.version === version && reopened.checkoutSessionId !== order.checkoutSessionId)
    return throwRefusal('changed-meanwhile')
  if (reopened?.status === 'expired' || reopened?.status === 'failed') return throwRefusal('payment-unavailable')
  return reopened?.status === 'pending' ? reopened : throwRefusal('order-already-paid')
}

export const expireOrder = (session: Stripe.Checkout.Session, services: PaymentSettlementServices) =>
  close(session, { status: 'expired', action: 'ORDER_EXPIRED' }, services)

export const failOrder = (session: Stripe.Checkout.Session, services: PaymentSettlementServices) =>
  close(session, { status: 'failed', action: 'PAYMENT_FAILED' }, services)

async function close(
  session: Stripe.Checkout.Session,
  { status, action }: { status: StoredOrder['status']; action: AuditAction },
  services: PaymentSettlementServices,
): Promise<void> {
  const orderId = session.client_reference_id
  const { data: order } = orderId ? await services.data.orders.get({ orderId }).go() : { data: null }
  if (!order || order.checkoutSessionId !== session.id) return
  // Before the order is closed: after an interruption Stripe's repeated event continues here.
  await releaseSlotHoldOfOrder(order, services)

  const { customerId } = order
  const openKey = toOpenOrderKey(order)
  const mail = status === 'failed' ? await prepareFailedPaymentMail(order, session, services) : undefined
  // When not written, the order no longer waits for this session: paid, reopened or closed already.
  await services.data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId: order.orderId })
      .set({ status })
      .composite({ createdAt: order.createdAt })
      .where((stored, { eq }) => `${eq(stored.status, 'pending')} AND ${eq(stored.checkoutSessionId, session.id)}`)
      .commit(),
    openOrder: openKey && entities.openOrders.delete(openKey).commit(),
    mail: mail?.(entities),
    audit: appendAuditEntry(
      entities,
      { action, by: 'stripe', subjectId: customerId ?? order.orderId, details: { orderId: order.orderId } },
      services,
    ),
  }))
  // Afterwards, so that a completion of the same session cannot be noted any more.
  if (order.budgetId) await noteBankRefusal(order, services)
}

export const toOpenOrderKey = ({ customerId, product }: StoredOrder) =>
  customerId && product !== 'consulta' && product !== 'presupuesto' ? { customerId, product } : undefined
