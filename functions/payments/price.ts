import type Stripe from 'stripe'
import type { NoShowRule } from '#contract/cancellation-rules'
import { productCatalogue } from '#contract/product-catalogue'
import type { ProductKey } from '#contract/product-key'
import type { payments } from '#contract/payments-domain'
import type { PriceQuote } from '#contract/purchases'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { toEpochSeconds } from '#data/table'
import type { CallerDetails } from '#platform/http'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

export interface ProductPrice extends PriceQuote {
  readonly discountCode: string | undefined
  readonly promotionCodeId: string | undefined
}

export interface PurchaseTerms extends ProductPrice {
  readonly noShowRule: NoShowRule
  readonly concept?: string
}

export async function readNoShowRule({ data, now }: Pick<PaymentServices, 'data' | 'now'>): Promise<NoShowRule> {
  return (await readStoredOpeningHours(data, now())).hours.noShowRule
}

/**
 * A buyer is bound only by the rule that they have read.
 * @param read undefined when the page showed none: Stripe's does
 * @throws Refusal `rules-changed`
 */
export async function requireUnchangedNoShowRule(
  read: NoShowRule | undefined,
  services: Pick<PaymentServices, 'data' | 'now'>,
): Promise<NoShowRule> {
  const present = await readNoShowRule(services)
  return read === undefined || read === present ? present : throwRefusal('rules-changed')
}

/** Shared by every endpoint that takes a code. */
const CODES: RateLimit = { name: 'discount-code', tries: 20, minutes: 15 }

export interface RequestedPurchase {
  readonly product: ProductKey
  readonly discountCode?: string | undefined
}

/** @throws Refusal `discount-invalid` for an unknown, expired or used-up code */
export async function computeProductPrice(
  { product, discountCode }: RequestedPurchase,
  caller: CallerDetails,
  services: PaymentServices,
): Promise<ProductPrice> {
  const { data, stripe, wallClock } = services
  const code = discountCode || undefined
  if (code) await consumeNetworkRateLimit(data, CODES, caller.address, wallClock())
  const { listCents, saleCents, currency } = productCatalogue[product]
  const discount = code ? await discountOf(await stripe.client(), code, saleCents, wallClock()) : undefined
  const discountCents = discount?.cents ?? 0
  return {
    listCents,
    saleCents,
    discountCents,
    totalCents: saleCents - discountCents,
    currency,
    discountCode: discount && code,
    promotionCodeId: discount?.promotionCodeId,
  }
}

async function discountOf(stripe: Stripe, code: string, saleCents: number, now: Date) {
  const { data } = await stripeRequest(() => stripe.promotionCodes.list({ code, active: true, limit: 1 }))
  const promotion = data.find((each) => isRedeemable(each, now)) ?? throwRefusal('discount-invalid')
  const { coupon: couponOrId } = promotion.promotion
  const coupon =
    typeof couponOrId === 'string' ? await stripeRequest(() => stripe.coupons.retrieve(couponOrId)) : couponOrId
  if (!coupon?.valid) return throwRefusal('discount-invalid')
  return { promotionCodeId: promotion.id, cents: Math.min(saleCents, centsOff(coupon, saleCents)) }
}

const isRedeemable = (
  { expires_at: expiresAt, max_redemptions: most, times_redeemed: times }: Stripe.PromotionCode,
  now: Date,
): boolean => (expiresAt === null || toEpochSeconds(now) < expiresAt) && (most === null || times < most)

/** Half up to whole cents, as Stripe rounds. */
const centsOff = ({ percent_off: percent, amount_off: amount, currency }: Stripe.Coupon, saleCents: number): number => {
  if (percent !== null) return Math.round((saleCents * percent) / 100)
  return amount !== null && currency === 'eur' ? amount : throwRefusal('discount-invalid')
}

export const quoteProductPrice: EndpointAction<typeof payments.quote, PaymentServices> = async (
  { actor, body },
  services,
) => ({ ...(await computeProductPrice(body, actor, services)), noShowRule: await readNoShowRule(services) })
