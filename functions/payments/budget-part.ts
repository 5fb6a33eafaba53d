import type { CheckoutRedirect } from '#contract/purchases'
import type { payments } from '#contract/payments-domain'
import { isPartPaid } from '#contract/budget-rules'
import type { StoredBudgetPart } from '#data/budget-agreement'
import type { StoredAgreement } from '#data/budget-queries'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { openSessionOfOrder } from './checkout.ts'
import type { CheckoutReturnPaths } from './open-checkout-session.ts'
import { createPendingOrder, readOrder } from './pending-order.ts'
import type { PaymentServices } from './services.ts'

const RETURN: CheckoutReturnPaths = {
  success: '/payment-success?session_id={CHECKOUT_SESSION_ID}&presupuesto=1',
  cancel: '/client/presupuestos',
}

interface PayingClient {
  readonly agreement: StoredAgreement
  readonly actor: Actor
}

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

export async function openBudgetPart(paying: PayingClient, services: PaymentServices): Promise<CheckoutRedirect> {
  const { agreement, actor } = paying
  const part = findNextPart(agreement)
  if (!part) return throwRefusal('order-already-paid')
  if (agreement.status !== 'active' || part.refundedAt !== undefined) return throwRefusal('budget-closed')
  const concept = toConcept(agreement, part)
  const order = (await readOrder(part.orderId, services)) ?? (await createOrder(part, paying, concept, services))
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
    concept,
  }
  return openSessionOfOrder(order, { price, consents: undefined, email: actor.email, returnTo: RETURN }, services)
}

const toConcept = ({ parts }: StoredAgreement, { number }: StoredBudgetPart): string =>
  parts.length === 1 ? 'Presupuesto' : `Presupuesto, parte ${number} de ${parts.length}`

function createOrder(
  { orderId, amountCents }: StoredBudgetPart,
  { agreement, actor }: PayingClient,
  concept: string,
  services: PaymentServices,
) {
  const { customerId, budgetId, noShowRule } = agreement
  const about = { product: 'presupuesto', budgetId } as const
  return createPendingOrder(
    { orderId, customerId, about, concept, totalCents: amountCents, noShowRule },
    actor,
    services,
  )
}
