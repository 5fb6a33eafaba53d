import type { CheckoutRedirect } from '#contract/payments'
import type { payments } from '#contract/payments-domain'
import { isPartPaid } from '#contract/budget-rules'
import type { StoredBudgetPart } from '#data/budget-agreement'
import type { StoredAgreement } from '#data/budget-queries'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { openSessionOfOrder } from './checkout.ts'
import type { CheckoutReturnPaths, StoredOrder } from './open-checkout-session.ts'
import type { PaymentServices } from './services.ts'

const RETURN: CheckoutReturnPaths = {
  success: '/payment-success?session_id={CHECKOUT_SESSION_ID}&presupuesto=1',
  cancel: '/client/presupuestos',
}

interface PayingClient {
  readonly agreement: StoredAgreement
  readonly actor: Actor
}

/** They are paid one after the other, each by an order of its own. */
export const findNextPart = ({ parts }: Pick<StoredAgreement, 'parts'>): StoredBudgetPart | undefined =>
  parts.find((part) => !isPartPaid(part))

export const startBudgetPartCheckout: EndpointAction<typeof payments.checkoutBudgetPart, PaymentServices> = async (
  { actor, params: { budgetId, orderId } },
  services,
) => {
  const { data, now } = services
  const { data: user } = await data.users.get({ userId: actor.userId }).go()
  requireGuardianConsentIfMinor(user ?? throwRefusal('profile-missing'), now())
  const { data: agreement } = await data.budgetAgreements
    .get({ customerId: requireOwnCustomerId(actor), budgetId })
    .go({ consistent: true })
  const part = agreement?.parts.find((each) => each.orderId === orderId)
  if (!agreement || !part) return throwRefusal('not-found')
  if (isPartPaid(part)) throwRefusal('order-already-paid')
  if (findNextPart(agreement)?.orderId !== orderId) throwRefusal('changed-meanwhile')
  return openBudgetPart({ agreement, actor }, services)
}

/** Up to the page that takes the money for the next part. */
export async function openBudgetPart(paying: PayingClient, services: PaymentServices): Promise<CheckoutRedirect> {
  const { agreement, actor } = paying
  const part = findNextPart(agreement)
  if (!part) return throwRefusal('order-already-paid')
  if (agreement.status !== 'active' || part.refundedAt !== undefined) return throwRefusal('budget-closed')
  const order = (await readOrder(part, services)) ?? (await createOrder(part, paying, services))
  if (order.customerId !== agreement.customerId) throwRefusal('payment-unavailable')
  const { amountCents } = part
  const price = {
    listCents: amountCents,
    saleCents: amountCents,
    discountCents: 0,
    totalCents: amountCents,
    currency: 'eur' as const,
    discountCode: undefined,
    promotionCodeId: undefined,
    noShowRule: agreement.noShowRule,
  }
  return openSessionOfOrder(order, { price, consents: undefined, email: actor.email, returnTo: RETURN }, services)
}

const readOrder = async ({ orderId }: StoredBudgetPart, { data }: PaymentServices): Promise<StoredOrder | undefined> =>
  (await data.orders.get({ orderId }).go({ consistent: true })).data ?? undefined

/** Stripe need not know what it is about. */
const toConcept = ({ parts }: StoredAgreement, { number }: StoredBudgetPart): string =>
  parts.length === 1 ? 'Presupuesto' : `Presupuesto, parte ${number} de ${parts.length}`

async function createOrder(
  part: StoredBudgetPart,
  { agreement, actor }: PayingClient,
  services: PaymentServices,
): Promise<StoredOrder> {
  const { orderId, amountCents } = part
  const { customerId, budgetId, noShowRule } = agreement
  // Written by another press of the same moment, it is the same one.
  await services.data.transact((entities) => ({
    order: entities.orders
      .create({
        orderId,
        product: 'presupuesto',
        status: 'pending',
        version: 1,
        userId: actor.userId,
        customerId,
        budgetId,
        concept: toConcept(agreement, part),
        totalCents: amountCents,
        noShowRule,
        currency: 'eur',
        openedAt: services.wallClock().toISOString(),
        createdAt: services.now().toISOString(),
      })
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ORDER_CREATED',
        by: actor.userId,
        subjectId: customerId,
        details: { orderId, budgetId, totalCents: amountCents },
        caller: actor,
      },
      services,
    ),
  }))
  return (await readOrder(part, services)) ?? throwRefusal('payment-unavailable')
}
