import type Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { consultationPurchase, createShopSetup } from '../../support/shop.ts'

type CouponTerms = Pick<Stripe.CouponCreateParams, 'amount_off' | 'percent_off' | 'currency'>

async function quoteWith(terms: CouponTerms) {
  const { ask, stripe } = await createShopSetup()
  const coupon = await stripe.client.coupons.create({ ...terms, duration: 'once' })
  await stripe.client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'AMIGA' })
  return ask(payments.quote, { body: { ...consultationPurchase, discountCode: 'AMIGA' } })
}

describe('PAY-20 a discount', () => {
  test.each<[CouponTerms, number]>([
    [{ amount_off: 1500, currency: 'eur' }, 1500],
    [{ amount_off: 8000, currency: 'eur' }, 8000],
    [{ amount_off: 9000, currency: 'eur' }, 8000],
    // 987.2, 986.88 and 1000.5 cents: half a cent is rounded in the buyer's favour.
    [{ percent_off: 12.34 }, 987],
    [{ percent_off: 12.336 }, 987],
    [{ percent_off: 12.5062 }, 1000],
    [{ percent_off: 12.5063 }, 1001],
  ])('of %j takes %i cents off 80 euros, and never more than the price', async (terms, discountCents) => {
    const quote = await quoteWith(terms)

    expect(quote).toMatchObject({ status: 200, body: { discountCents, totalCents: 8000 - discountCents } })
  })

  test('of dollars is no discount on a price in euros', async () => {
    expect(await quoteWith({ amount_off: 1500, currency: 'usd' })).toEqual(invalid)
  })
})

describe('PAY-20 a code that Stripe still lists', () => {
  const AT = Date.parse('2026-11-21T09:00:00.000Z') / 1000
  const listed: object = {
    id: 'promo_1',
    expires_at: null,
    max_redemptions: null,
    times_redeemed: 0,
    promotion: { coupon: { valid: true, percent_off: 25, amount_off: null } },
  }

  async function quoteOf(changes: object) {
    const { ask, stripe, practice } = await createShopSetup()
    practice.clock.set(new Date(AT * 1000).toISOString())
    vi.spyOn(stripe.client.promotionCodes, 'list').mockResolvedValue({ data: [{ ...listed, ...changes }] } as never)
    return ask(payments.quote, { body: { ...consultationPurchase, discountCode: 'AMIGA' } })
  }

  test.each([[{}], [{ expires_at: AT + 1 }], [{ max_redemptions: 2, times_redeemed: 1 }]])(
    'counts while it lasts (%j)',
    async (changes) => {
      expect(await quoteOf(changes)).toMatchObject({ status: 200, body: { discountCents: 2000 } })
    },
  )

  test.each([
    [{ expires_at: AT }],
    [{ expires_at: AT - 1 }],
    [{ max_redemptions: 2, times_redeemed: 2 }],
    [{ max_redemptions: 2, times_redeemed: 3 }],
    [{ promotion: { coupon: { valid: false, percent_off: 25, amount_off: null } } }],
    [{ promotion: { coupon: null } }],
  ])('counts no longer when it is over, used up or its coupon is withdrawn (%j)', async (changes) => {
    expect(await quoteOf(changes)).toEqual(invalid)
  })
})

const invalid = { status: 409, body: { code: 'discount-invalid' } }
