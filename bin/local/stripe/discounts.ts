import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type StripeStandInState, requireStripeObject, createStripeObjectFields } from './stripe-stand-in-state.ts'
import type { StripeFormBody } from './form-body.ts'
import type { StripeCoupon, StripeDiscount, StripePromotionCode } from './stripe-objects.ts'
import {
  stripeDecimalParam,
  stripeIntegerParam,
  stripeMetadataParam,
  nullableStripeParam,
  parseStripeParams,
  stripeTextParam,
  stripeBooleanParam,
} from './params.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

export interface PromotionCodeSeed {
  readonly code: string
  readonly percentOff: number
  readonly maxRedemptions?: number
  readonly expiresAt?: Date
  readonly active?: boolean
}

const couponParams = z.strictObject({
  id: z.optional(stripeTextParam),
  percent_off: nullableStripeParam(
    stripeDecimalParam.check(z.refine((percent) => percent > 0 && percent <= 100, { error: 'Invalid percent_off' })),
  ),
  amount_off: nullableStripeParam(
    stripeIntegerParam.check(z.refine((cents) => cents > 0, { error: 'Invalid positive integer' })),
  ),
  currency: nullableStripeParam(stripeTextParam),
  duration: z._default(z.enum(['once', 'forever', 'repeating']), 'once'),
  max_redemptions: nullableStripeParam(stripeIntegerParam),
  redeem_by: nullableStripeParam(stripeIntegerParam),
  name: nullableStripeParam(stripeTextParam.check(z.maxLength(40, { error: 'Name must be at most 40 characters' }))),
  metadata: z._default(stripeMetadataParam, {}),
})

export function serveCreateStripeCoupon(account: StripeStandInState, form: StripeFormBody): StripeCoupon {
  const { id = randomBytes(4).toString('hex'), ...params } = parseStripeParams(couponParams, form)
  if ((params.percent_off === null) === (params.amount_off === null)) {
    throw new StripeStandInError(400, 'You must pass exactly one of `percent_off` and `amount_off`.')
  }
  if (params.amount_off !== null && params.currency === null) {
    throw new StripeStandInError(400, 'You must pass `currency` when passing `amount_off`', { param: 'currency' })
  }
  if (account.coupons.get(id))
    throw new StripeStandInError(400, 'Coupon already exists.', { code: 'resource_already_exists' })
  const coupon: StripeCoupon = {
    ...createStripeObjectFields(account, 'coupon'),
    ...params,
    id,
    object: 'coupon',
    duration_in_months: null,
    times_redeemed: 0,
    valid: true,
  }
  account.coupons.put(id, coupon)
  return coupon
}

const promotionCodeParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: stripeTextParam }),
  code: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]{1,500}$/, { error: 'Codes may only contain letters and digits' })),
  ),
  active: z._default(stripeBooleanParam, true),
  customer: nullableStripeParam(stripeTextParam),
  max_redemptions: nullableStripeParam(stripeIntegerParam),
  expires_at: nullableStripeParam(stripeIntegerParam),
  metadata: z._default(stripeMetadataParam, {}),
})

export function serveCreateStripePromotionCode(account: StripeStandInState, form: StripeFormBody): StripePromotionCode {
  const { code = randomBytes(4).toString('hex').toUpperCase(), ...params } = parseStripeParams(
    promotionCodeParams,
    form,
  )
  requireStripeObject(
    account.coupons.get(params.promotion.coupon),
    'coupon',
    params.promotion.coupon,
    'promotion[coupon]',
  )
  if (findPromotionCode(account, code)?.active) {
    throw new StripeStandInError(400, `An active promotion code with \`code: ${code}\` already exists.`, {
      param: 'code',
    })
  }
  return keepPromotionCode(account, { ...params, code })
}

type PromotionCodeShape = Omit<z.infer<typeof promotionCodeParams>, 'code'> & { code: string }

function keepPromotionCode(account: StripeStandInState, shape: PromotionCodeShape): StripePromotionCode {
  const promotionCode: StripePromotionCode = {
    ...createStripeObjectFields(account, 'promo'),
    ...shape,
    object: 'promotion_code',
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
  account.promotionCodes.put(promotionCode.id, promotionCode)
  return promotionCode
}

const promotionCodeChanges = z.strictObject({
  active: z.optional(stripeBooleanParam),
  metadata: z.optional(stripeMetadataParam),
})

export function serveUpdateStripePromotionCode(
  account: StripeStandInState,
  id: string,
  form: StripeFormBody,
): StripePromotionCode {
  const changes = parseStripeParams(promotionCodeChanges, form)
  const promotionCode = requireStripeObject(account.promotionCodes.get(id), 'promotion code', id)
  const changed: StripePromotionCode = {
    ...promotionCode,
    active: changes.active ?? promotionCode.active,
    metadata: { ...promotionCode.metadata, ...changes.metadata },
  }
  account.promotionCodes.put(id, changed)
  return changed
}

/** Existing codes keep their redemptions. */
export function seedStripePromotionCodes(account: StripeStandInState, seeds: readonly PromotionCodeSeed[]): void {
  for (const seed of seeds.filter(({ code }) => !findPromotionCode(account, code))) {
    const coupon = serveCreateStripeCoupon(account, {
      percent_off: String(seed.percentOff),
      name: seed.code,
    })
    keepPromotionCode(account, {
      promotion: { type: 'coupon', coupon: coupon.id },
      code: seed.code,
      active: seed.active ?? true,
      customer: null,
      max_redemptions: seed.maxRedemptions ?? null,
      expires_at: seed.expiresAt ? Math.floor(seed.expiresAt.getTime() / 1000) : null,
      metadata: {},
    })
  }
}

/** The newest; Stripe compares codes case-insensitively. */
export function findPromotionCode(account: StripeStandInState, code: string): StripePromotionCode | undefined {
  return account.promotionCodes.all().findLast((known) => known.code.toUpperCase() === code.toUpperCase())
}

export function isPromotionCodeRedeemable(account: StripeStandInState, promotionCode: StripePromotionCode): boolean {
  const coupon = account.coupons.get(promotionCode.promotion.coupon)
  return promotionCode.active && isOpen(account, promotionCode, promotionCode.expires_at) && isValid(account, coupon)
}

function isValid(account: StripeStandInState, coupon: StripeCoupon | undefined): boolean {
  return coupon !== undefined && isOpen(account, coupon, coupon.redeem_by)
}

function isOpen(account: StripeStandInState, offer: StripeCoupon | StripePromotionCode, until: number | null): boolean {
  const left = offer.max_redemptions === null || offer.times_redeemed < offer.max_redemptions
  return left && (until === null || account.seconds() <= until)
}

/** @throws {StripeStandInError} when the coupon or code does not exist or cannot be redeemed */
export function requireDiscountCoupon(account: StripeStandInState, discount: StripeDiscount): StripeCoupon {
  if (discount.promotion_code !== null) {
    const param = 'discounts[0][promotion_code]'
    const id = discount.promotion_code
    const promotionCode = requireStripeObject(account.promotionCodes.get(id), 'promotion code', id, param)
    if (!isPromotionCodeRedeemable(account, promotionCode)) {
      throw new StripeStandInError(400, 'This promotion code is inactive, expired or fully redeemed.', {
        code: 'coupon_expired',
        param,
      })
    }
    return couponOf(account, promotionCode.promotion.coupon)
  }
  const id = discount.coupon ?? ''
  const coupon = requireStripeObject(account.coupons.get(id), 'coupon', id, 'discounts[0][coupon]')
  if (!isValid(account, coupon)) {
    throw new StripeStandInError(400, `Coupon expired: ${id}`, {
      code: 'coupon_expired',
      param: 'discounts[0][coupon]',
    })
  }
  return coupon
}

export function countDiscountRedemption(account: StripeStandInState, discount: StripeDiscount): void {
  const promotionCode =
    discount.promotion_code === null ? undefined : account.promotionCodes.get(discount.promotion_code)
  if (promotionCode) {
    const times_redeemed = promotionCode.times_redeemed + 1
    account.promotionCodes.put(promotionCode.id, { ...promotionCode, times_redeemed })
  }
  const couponId = discount.coupon ?? promotionCode?.promotion.coupon ?? ''
  const coupon = account.coupons.get(couponId)
  if (!coupon) return
  const counted = { ...coupon, times_redeemed: coupon.times_redeemed + 1 }
  account.coupons.put(coupon.id, { ...counted, valid: isValid(account, counted) })
}

function couponOf(account: StripeStandInState, id: string): StripeCoupon {
  return requireStripeObject(account.coupons.get(id), 'coupon', id)
}
