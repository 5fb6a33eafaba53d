import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type StripeAccount, requireStripeObject, createStripeObjectFields } from './account.ts'
import type { StripeForm } from './form.ts'
import type { StripeCoupon, StripeDiscount, StripePromotionCode } from './stripe-objects.ts'
import {
  decimalParam,
  integerParam,
  metadataParam,
  nullableParam,
  parseStripeParams,
  textParam,
  booleanParam,
} from './params.ts'
import { StripeError } from './stripe-error.ts'

export interface PromotionCodeSeed {
  readonly code: string
  readonly percentOff: number
  readonly maxRedemptions?: number
  readonly expiresAt?: Date
  readonly active?: boolean
}

const couponParams = z.strictObject({
  id: z.optional(textParam),
  percent_off: nullableParam(
    decimalParam.check(z.refine((percent) => percent > 0 && percent <= 100, { error: 'Invalid percent_off' })),
  ),
  amount_off: nullableParam(integerParam.check(z.refine((cents) => cents > 0, { error: 'Invalid positive integer' }))),
  currency: nullableParam(textParam),
  duration: z._default(z.enum(['once', 'forever', 'repeating']), 'once'),
  max_redemptions: nullableParam(integerParam),
  redeem_by: nullableParam(integerParam),
  name: nullableParam(textParam.check(z.maxLength(40, { error: 'Name must be at most 40 characters' }))),
  metadata: z._default(metadataParam, {}),
})

export function createStripeCoupon(account: StripeAccount, form: StripeForm): StripeCoupon {
  const { id = randomBytes(4).toString('hex'), ...params } = parseStripeParams(couponParams, form)
  if ((params.percent_off === null) === (params.amount_off === null)) {
    throw new StripeError(400, 'You must pass exactly one of `percent_off` and `amount_off`.')
  }
  if (params.amount_off !== null && params.currency === null) {
    throw new StripeError(400, 'You must pass `currency` when passing `amount_off`', { param: 'currency' })
  }
  if (account.coupons.get(id)) throw new StripeError(400, 'Coupon already exists.', { code: 'resource_already_exists' })
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
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: textParam }),
  code: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]{1,500}$/, { error: 'Codes may only contain letters and digits' })),
  ),
  active: z._default(booleanParam, true),
  customer: nullableParam(textParam),
  max_redemptions: nullableParam(integerParam),
  expires_at: nullableParam(integerParam),
  metadata: z._default(metadataParam, {}),
})

export function createStripePromotionCode(account: StripeAccount, form: StripeForm): StripePromotionCode {
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
    throw new StripeError(400, `An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' })
  }
  return keepPromotionCode(account, { ...params, code })
}

type PromotionCodeShape = Omit<z.infer<typeof promotionCodeParams>, 'code'> & { code: string }

function keepPromotionCode(account: StripeAccount, shape: PromotionCodeShape): StripePromotionCode {
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

const promotionCodeChanges = z.strictObject({ active: z.optional(booleanParam), metadata: z.optional(metadataParam) })

export function updateStripePromotionCode(account: StripeAccount, id: string, form: StripeForm): StripePromotionCode {
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
export function seedStripePromotionCodes(account: StripeAccount, seeds: readonly PromotionCodeSeed[]): void {
  for (const seed of seeds.filter(({ code }) => !findPromotionCode(account, code))) {
    const coupon = createStripeCoupon(account, { percent_off: String(seed.percentOff), name: seed.code.slice(0, 40) })
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
export function findPromotionCode(account: StripeAccount, code: string): StripePromotionCode | undefined {
  return account.promotionCodes.all().findLast((known) => known.code.toUpperCase() === code.toUpperCase())
}

export function isPromotionCodeRedeemable(account: StripeAccount, promotionCode: StripePromotionCode): boolean {
  const coupon = account.coupons.get(promotionCode.promotion.coupon)
  return promotionCode.active && isOpen(account, promotionCode, promotionCode.expires_at) && isValid(account, coupon)
}

function isValid(account: StripeAccount, coupon: StripeCoupon | undefined): boolean {
  return coupon !== undefined && isOpen(account, coupon, coupon.redeem_by)
}

function isOpen(account: StripeAccount, offer: StripeCoupon | StripePromotionCode, until: number | null): boolean {
  const left = offer.max_redemptions === null || offer.times_redeemed < offer.max_redemptions
  return left && (until === null || account.seconds() <= until)
}

/** @throws {StripeError} when the coupon or code does not exist or cannot be redeemed */
export function requireDiscountCoupon(account: StripeAccount, discount: StripeDiscount): StripeCoupon {
  if (discount.promotion_code !== null) {
    const param = 'discounts[0][promotion_code]'
    const id = discount.promotion_code
    const promotionCode = requireStripeObject(account.promotionCodes.get(id), 'promotion code', id, param)
    if (!isPromotionCodeRedeemable(account, promotionCode)) {
      throw new StripeError(400, 'This promotion code is inactive, expired or fully redeemed.', {
        code: 'coupon_expired',
        param,
      })
    }
    return couponOf(account, promotionCode.promotion.coupon)
  }
  const id = discount.coupon ?? ''
  const coupon = requireStripeObject(account.coupons.get(id), 'coupon', id, 'discounts[0][coupon]')
  if (!isValid(account, coupon)) {
    throw new StripeError(400, `Coupon expired: ${id}`, { code: 'coupon_expired', param: 'discounts[0][coupon]' })
  }
  return coupon
}

export function countDiscountRedemption(account: StripeAccount, discount: StripeDiscount): void {
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

function couponOf(account: StripeAccount, id: string): StripeCoupon {
  return requireStripeObject(account.coupons.get(id), 'coupon', id)
}
