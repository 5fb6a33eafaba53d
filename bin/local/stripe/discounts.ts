import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type Account, found, made } from './account.ts'
import type { Form } from './form.ts'
import type { Coupon, Discount, PromotionCode } from './objects.ts'
import { decimal, integer, metadata, orNull, readParams, text, truth } from './params.ts'
import { StripeError } from './stripe-error.ts'

export interface SeedPromotionCode {
  readonly code: string
  readonly percentOff: number
  readonly maxRedemptions?: number
  readonly expiresAt?: Date
  readonly active?: boolean
}

const couponParams = z.strictObject({
  id: z.optional(text),
  percent_off: orNull(
    decimal.check(z.refine((percent) => percent > 0 && percent <= 100, { error: 'Invalid percent_off' })),
  ),
  amount_off: orNull(integer.check(z.refine((cents) => cents > 0, { error: 'Invalid positive integer' }))),
  currency: orNull(text),
  duration: z._default(z.enum(['once', 'forever', 'repeating']), 'once'),
  max_redemptions: orNull(integer),
  redeem_by: orNull(integer),
  name: orNull(text.check(z.maxLength(40, { error: 'Name must be at most 40 characters' }))),
  metadata: z._default(metadata, {}),
})

export function createCoupon(account: Account, form: Form): Coupon {
  const { id = randomBytes(4).toString('hex'), ...params } = readParams(couponParams, form)
  if ((params.percent_off === null) === (params.amount_off === null)) {
    throw new StripeError(400, 'You must pass exactly one of `percent_off` and `amount_off`.')
  }
  if (params.amount_off !== null && params.currency === null) {
    throw new StripeError(400, 'You must pass `currency` when passing `amount_off`', { param: 'currency' })
  }
  if (account.coupons.get(id)) throw new StripeError(400, 'Coupon already exists.', { code: 'resource_already_exists' })
  const coupon: Coupon = {
    ...made(account, 'coupon'),
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
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]{1,500}$/, { error: 'Codes may only contain letters and digits' })),
  ),
  active: z._default(truth, true),
  customer: orNull(text),
  max_redemptions: orNull(integer),
  expires_at: orNull(integer),
  metadata: z._default(metadata, {}),
})

export function createPromotionCode(account: Account, form: Form): PromotionCode {
  const { code = randomBytes(4).toString('hex').toUpperCase(), ...params } = readParams(promotionCodeParams, form)
  found(account.coupons.get(params.promotion.coupon), 'coupon', params.promotion.coupon, 'promotion[coupon]')
  if (withCode(account, code)?.active) {
    throw new StripeError(400, `An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' })
  }
  return keepPromotionCode(account, { ...params, code })
}

type PromotionCodeShape = Omit<z.infer<typeof promotionCodeParams>, 'code'> & { code: string }

function keepPromotionCode(account: Account, shape: PromotionCodeShape): PromotionCode {
  const promotionCode: PromotionCode = {
    ...made(account, 'promo'),
    ...shape,
    object: 'promotion_code',
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
  account.promotionCodes.put(promotionCode.id, promotionCode)
  return promotionCode
}

const promotionCodeChanges = z.strictObject({ active: z.optional(truth), metadata: z.optional(metadata) })

export function updatePromotionCode(account: Account, id: string, form: Form): PromotionCode {
  const changes = readParams(promotionCodeChanges, form)
  const promotionCode = found(account.promotionCodes.get(id), 'promotion code', id)
  const changed: PromotionCode = {
    ...promotionCode,
    active: changes.active ?? promotionCode.active,
    metadata: { ...promotionCode.metadata, ...changes.metadata },
  }
  account.promotionCodes.put(id, changed)
  return changed
}

/** Existing codes keep their redemptions. */
export function seedPromotionCodes(account: Account, seeds: readonly SeedPromotionCode[]): void {
  for (const seed of seeds.filter(({ code }) => !withCode(account, code))) {
    const coupon = createCoupon(account, { percent_off: String(seed.percentOff), name: seed.code.slice(0, 40) })
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
export function withCode(account: Account, code: string): PromotionCode | undefined {
  return account.promotionCodes.all().findLast((known) => known.code.toUpperCase() === code.toUpperCase())
}

export function isRedeemable(account: Account, promotionCode: PromotionCode): boolean {
  const coupon = account.coupons.get(promotionCode.promotion.coupon)
  return promotionCode.active && isOpen(account, promotionCode, promotionCode.expires_at) && isValid(account, coupon)
}

function isValid(account: Account, coupon: Coupon | undefined): boolean {
  return coupon !== undefined && isOpen(account, coupon, coupon.redeem_by)
}

function isOpen(account: Account, offer: Coupon | PromotionCode, until: number | null): boolean {
  const left = offer.max_redemptions === null || offer.times_redeemed < offer.max_redemptions
  return left && (until === null || account.seconds() <= until)
}

/** @throws {StripeError} when the coupon or code does not exist or cannot be redeemed */
export function couponFor(account: Account, discount: Discount): Coupon {
  if (discount.promotion_code !== null) {
    const param = 'discounts[0][promotion_code]'
    const id = discount.promotion_code
    const promotionCode = found(account.promotionCodes.get(id), 'promotion code', id, param)
    if (!isRedeemable(account, promotionCode)) {
      throw new StripeError(400, 'This promotion code is inactive, expired or fully redeemed.', {
        code: 'coupon_expired',
        param,
      })
    }
    return couponOf(account, promotionCode.promotion.coupon)
  }
  const id = discount.coupon ?? ''
  const coupon = found(account.coupons.get(id), 'coupon', id, 'discounts[0][coupon]')
  if (!isValid(account, coupon)) {
    throw new StripeError(400, `Coupon expired: ${id}`, { code: 'coupon_expired', param: 'discounts[0][coupon]' })
  }
  return coupon
}

export function redeem(account: Account, discount: Discount): void {
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

function couponOf(account: Account, id: string): Coupon {
  return found(account.coupons.get(id), 'coupon', id)
}
