import type Stripe from 'stripe'
import { catalogue, type ProductKey } from '#contract/catalogue'
import type { Quote, payments } from '#contract/payments'
import { epochSeconds } from '#data/table'
import type { Caller } from '#platform/http'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

export interface Price extends Quote {
  readonly discountCode: string | undefined
  readonly promotionCodeId: string | undefined
}

/** Enough for typing errors, too few to guess a code. Shared by every endpoint that takes a code. */
const CODES: RateLimit = { name: 'discount-code', tries: 20, minutes: 15 }

export interface RequestedPurchase {
  readonly product: ProductKey
  readonly discountCode?: string | undefined
}

/** @throws Refusal `discount-invalid` for an unknown, expired or used-up code */
export async function priceOf(
  { product, discountCode }: RequestedPurchase,
  caller: Caller,
  services: PaymentServices,
): Promise<Price> {
  const { data, stripe, wallClock } = services
  const code = discountCode || undefined
  if (code) await consumeNetworkRateLimit(data, CODES, caller.address, wallClock())
  const { listCents, saleCents, currency } = catalogue[product]
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
  const promotion = data.find((each) => isRedeemable(each, now)) ?? refuse('discount-invalid')
  const { coupon: couponOrId } = promotion.promotion
  const coupon =
    typeof couponOrId === 'string' ? await stripeRequest(() => stripe.coupons.retrieve(couponOrId)) : couponOrId
  if (!coupon?.valid) return refuse('discount-invalid')
  return { promotionCodeId: promotion.id, cents: Math.min(saleCents, centsOff(coupon, saleCents)) }
}

const isRedeemable = (
  { expires_at: expiresAt, max_redemptions: most, times_redeemed: times }: Stripe.PromotionCode,
  now: Date,
): boolean => (expiresAt === null || epochSeconds(now) < expiresAt) && (most === null || times < most)

/** Half up to whole cents, as Stripe rounds. */
const centsOff = ({ percent_off: percent, amount_off: amount, currency }: Stripe.Coupon, saleCents: number): number => {
  if (percent !== null) return Math.round((saleCents * percent) / 100)
  return amount !== null && currency === 'eur' ? amount : refuse('discount-invalid')
}

export const quote: Action<typeof payments.quote, PaymentServices> = ({ actor, body }, services) =>
  priceOf(body, actor, services)
