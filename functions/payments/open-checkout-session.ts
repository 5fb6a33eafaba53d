import type { EntityItem } from 'electrodb'
import type Stripe from 'stripe'
import { formatRulesBeforePaying, mayBeginBeforePaid } from '#contract/rules-before-paying'
import { BUDGET_RULES } from '#contract/budget-labels'
import { productCatalogue } from '#contract/product-catalogue'
import type { TableEntities } from '#data/entities'
import { throwRefusal } from '#platform/refusal-error'
import type { ProductPrice } from './price.ts'
import type { PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

export type StoredOrder = EntityItem<TableEntities['orders']>

export interface CheckoutReturnPaths {
  readonly success: `/${string}`
  readonly cancel: `/${string}`
}

/** Stripe's minimum, by its clock, counted from its receipt of the request. */
const STRIPE_MINIMUM_MINUTES = 30

/** For a slow answer, a repetition, and the difference of the clocks. */
const MARGIN_MINUTES = 2

/** An older order without a session cannot get one with Stripe's minimum any more. */
export const UNOPENED_MINUTES = MARGIN_MINUTES / 2

/** As short as possible, because the hour is blocked meanwhile. */
const SESSION_MINUTES = STRIPE_MINIMUM_MINUTES + MARGIN_MINUTES

/** Epoch seconds at which Stripe ends the session of this version of the order. */
export const computeSessionEnd = ({ openedAt }: StoredOrder): number =>
  Math.floor(Date.parse(openedAt) / 1000) + SESSION_MINUTES * 60

interface SessionTerms {
  readonly price: ProductPrice
  readonly email: string | undefined
  readonly returnTo: CheckoutReturnPaths
  readonly startsAt?: string | undefined
}

/**
 * The idempotency key consists of order and version, and all parameters follow from them, so that repeated or
 * simultaneous calls get the same session.
 */
export async function openStripeCheckoutSession(
  stripe: Stripe,
  order: StoredOrder,
  { price, email, returnTo, startsAt }: SessionTerms,
  { siteUrl }: Pick<PaymentServices, 'siteUrl'>,
): Promise<{ id: string; url: string | null }> {
  const metadata = { order_id: order.orderId, order_version: String(order.version) }
  const session = await withIdempotency(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        locale: 'es',
        adaptive_pricing: { enabled: false },
        ...toRulesText(order, startsAt),
        line_items: [{ price_data: priceData(order), quantity: 1 }],
        ...(price.promotionCodeId && { discounts: [{ promotion_code: price.promotionCodeId }] }),
        ...(email && { customer_email: email }),
        client_reference_id: order.orderId,
        metadata,
        payment_intent_data: { metadata },
        success_url: `${siteUrl}${returnTo.success}`,
        cancel_url: `${siteUrl}${returnTo.cancel}`,
        expires_at: computeSessionEnd(order),
      },
      { idempotencyKey: `order:${order.orderId}:v${order.version}` },
    ),
  )
  if (session.amount_total !== order.totalCents || session.currency !== order.currency) {
    await stripe.checkout.sessions.expire(session.id)
    throw new Error(
      `Stripe asks ${session.amount_total} ${session.currency} for ${order.orderId}; the catalogue says otherwise`,
    )
  }
  return session
}

/** Beside the pay button, so that nobody pays without reading the rules. Stripe does not get the hour. */
function toRulesText({ product, openedAt, totalCents, noShowRule }: StoredOrder, startsAt: string | undefined) {
  if (product === 'presupuesto') return { custom_text: { submit: { message: BUDGET_RULES } } }
  // Different rules apply when the hour has begun, or will have by the payment.
  const hour = startsAt && mayBeginBeforePaid(startsAt, openedAt) ? { startsAt } : {}
  const rules = formatRulesBeforePaying({ now: openedAt, amountCents: totalCents, noShowRule, ...hour })
  return { custom_text: { submit: { message: rules.join(' ') } } }
}

const priceData = ({ product, currency, totalCents, concept = '' }: StoredOrder) =>
  product === 'consulta' || product === 'presupuesto'
    ? { currency, unit_amount: totalCents, product_data: { name: concept } }
    : {
        currency: productCatalogue[product].currency,
        unit_amount: productCatalogue[product].saleCents,
        product_data: { name: productCatalogue[product].name },
      }

async function withIdempotency<Session>(create: () => Promise<Session>): Promise<Session> {
  try {
    return await stripeRequest(create)
  } catch (error) {
    const { param } = error as { param?: string }
    return param?.startsWith('discounts') ? throwRefusal('discount-invalid', error) : Promise.reject(error)
  }
}
