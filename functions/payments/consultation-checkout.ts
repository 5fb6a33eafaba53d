import type { NoShowRule } from '#contract/cancellation-rules'
import type { payments } from '#contract/payments-domain'
import { hasConsultationRequestLapsed, waitsForPriceAnswer } from '#data/consultation-queries'
import { requireOwnCustomerId } from '#platform/actor'
import type { Actor } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { openSessionOfOrder } from './checkout.ts'
import type { CheckoutReturnPaths, StoredOrder } from './open-checkout-session.ts'
import { createPendingOrder, readOrder } from './pending-order.ts'
import { requireUnchangedNoShowRule } from './price.ts'
import type { PaymentServices } from './services.ts'

const RETURN: CheckoutReturnPaths = {
  success: '/payment-success?session_id={CHECKOUT_SESSION_ID}&consulta=1',
  cancel: '/client?tab=consultations',
}

interface PricedConsultation {
  readonly customerId: string
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly priceCents: number
}

export const startConsultationCheckout: EndpointAction<typeof payments.checkoutConsultation, PaymentServices> = async (
  { actor, params: { consultationId }, body: { priceCents, consents, noShowRule } },
  services,
) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go()
  requireGuardianConsentIfMinor(user ?? throwRefusal('profile-missing'), services.now())
  const key = { customerId: requireOwnCustomerId(actor), consultationId }
  const consultation = await requirePayable(key, services)
  if (consultation.priceCents !== priceCents) throwRefusal('changed-meanwhile')
  const price = {
    listCents: priceCents,
    saleCents: priceCents,
    discountCents: 0,
    totalCents: priceCents,
    currency: 'eur' as const,
    discountCode: undefined,
    promotionCodeId: undefined,
    noShowRule: await requireUnchangedNoShowRule(noShowRule, services),
    concept: `Consulta (${consultation.durationMinutes} minutos, por videollamada)`,
  }
  const sold = { ...consultation, noShowRule: price.noShowRule, concept: price.concept }
  const order = await findOrCreateOrder(sold, actor, services)
  const { startsAt } = consultation
  return openSessionOfOrder(order, { price, consents, email: actor.email, returnTo: RETURN, startsAt }, services)
}

interface SoldConsultation extends PricedConsultation {
  readonly noShowRule: NoShowRule
  readonly concept: string
}

async function requirePayable(
  key: Pick<PricedConsultation, 'customerId' | 'consultationId'>,
  { data, now }: PaymentServices,
): Promise<PricedConsultation> {
  const { data: stored } = await data.consultations.get(key).go()
  if (!stored || stored.status === 'removed') return throwRefusal('not-found')
  const { orderId, budgetId, status, toConfirm, startsAt, durationMinutes, priceCents } = stored
  if (orderId || budgetId) throwRefusal('order-already-paid')
  const isLapsed = hasConsultationRequestLapsed(stored, now().toISOString())
  if (status === 'cancelled' || isLapsed || toConfirm || !priceCents) return throwRefusal('consultation-closed')
  if (waitsForPriceAnswer(stored)) throwRefusal('changed-meanwhile')
  return { ...key, startsAt, durationMinutes, priceCents }
}

const MAX_ORDERS = 20

/** The id is derived from the consultation, so that a repeated request is one order. */
async function findOrCreateOrder(
  consultation: SoldConsultation,
  actor: Actor,
  services: PaymentServices,
): Promise<StoredOrder> {
  const uuid = consultation.consultationId.slice('con_'.length)
  for (let attempt = 1; attempt <= MAX_ORDERS; attempt++) {
    const orderId = `ord_${uuid}-${attempt}`
    const order =
      (await readOrder(orderId, services)) ?? (await createOrder(orderId, { consultation, actor }, services))
    const isUsedUp = order.status === 'refunded' || (order.status === 'paid' && !(await isPaid(consultation, services)))
    if (!isUsedUp) return order
  }
  return throwRefusal('payment-unavailable')
}

async function isPaid({ customerId, consultationId }: SoldConsultation, { data }: PaymentServices): Promise<boolean> {
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go({ consistent: true })
  return stored?.orderId !== undefined
}

function createOrder(
  orderId: string,
  { consultation, actor }: { readonly consultation: SoldConsultation; readonly actor: Actor },
  services: PaymentServices,
): Promise<StoredOrder> {
  const { customerId, consultationId, priceCents, noShowRule, concept } = consultation
  const about = { product: 'consulta', consultationId } as const
  return createPendingOrder(
    { orderId, customerId, about, concept, totalCents: priceCents, noShowRule },
    actor,
    services,
  )
}
