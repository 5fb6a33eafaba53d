import * as z from 'zod/mini'
import type { CheckoutSession, StripeCoupon, StripeLineItem } from './stripe-objects.ts'
import {
  stripeEmailParam,
  ignoredStripeParam,
  stripeIntegerParam,
  stripeMetadataParam,
  nullableStripeParam,
  stripeTextParam,
  stripeBooleanParam,
  stripeUrlParam,
} from './params.ts'

const currency = z.enum(['eur', 'usd', 'gbp', 'chf'], { error: 'Invalid currency' })
const locales = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ' +
  'ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ')

const lineItem = z.strictObject({
  quantity: z._default(
    stripeIntegerParam.check(z.refine((quantity) => quantity > 0, { error: 'Invalid quantity' })),
    1,
  ),
  price: z.optional(stripeTextParam),
  price_data: z.optional(
    z.strictObject({
      currency,
      unit_amount: stripeIntegerParam.check(
        z.refine((amount) => amount >= 0, { error: 'This value must be greater than or equal to 0' }),
      ),
      product_data: z.strictObject({
        name: stripeTextParam,
        description: z.optional(stripeTextParam),
        images: ignoredStripeParam,
        metadata: z.optional(stripeMetadataParam),
        tax_code: ignoredStripeParam,
        tax_details: ignoredStripeParam,
        unit_label: ignoredStripeParam,
      }),
      tax_behavior: ignoredStripeParam,
    }),
  ),
  adjustable_quantity: ignoredStripeParam,
  metadata: ignoredStripeParam,
  tax_rates: ignoredStripeParam,
})

export const checkoutSessionParamsSchema = z.strictObject({
  mode: z.literal('payment', { error: 'This stand-in knows only the mode `payment`, not' }),
  line_items: z.array(lineItem).check(z.minLength(1), z.maxLength(100)),
  success_url: stripeUrlParam,
  cancel_url: nullableStripeParam(stripeUrlParam),
  ui_mode: z.optional(z.literal('hosted_page', { error: 'This stand-in knows only the ui_mode `hosted_page`, not' })),
  allow_promotion_codes: nullableStripeParam(stripeBooleanParam),
  discounts: z._default(
    z
      .array(
        z.strictObject({
          coupon: nullableStripeParam(stripeTextParam),
          promotion_code: nullableStripeParam(stripeTextParam),
        }),
      )
      .check(z.maxLength(1, { error: 'You may only specify one discount' })),
    [],
  ),
  client_reference_id: nullableStripeParam(
    stripeTextParam.check(z.maxLength(200, { error: 'Invalid string: must be at most 200 characters' })),
  ),
  customer: nullableStripeParam(stripeTextParam),
  customer_email: nullableStripeParam(stripeEmailParam),
  customer_creation: z._default(
    z.enum(['always', 'if_required'], { error: 'Invalid customer_creation' }),
    'if_required',
  ),
  expires_at: z.optional(stripeIntegerParam),
  locale: nullableStripeParam(z.enum(locales, { error: 'Invalid locale' })),
  metadata: z._default(stripeMetadataParam, {}),
  adaptive_pricing: z._default(z.strictObject({ enabled: z._default(stripeBooleanParam, true) }), { enabled: true }),
  custom_text: z._default(
    z.strictObject({
      submit: z._default(
        z.nullable(
          z.strictObject({
            message: stripeTextParam.check(
              z.maxLength(1200, { error: 'Invalid string: must be at most 1200 characters' }),
            ),
          }),
        ),
        null,
      ),
      after_submit: ignoredStripeParam,
      shipping_address: ignoredStripeParam,
      terms_of_service_acceptance: ignoredStripeParam,
    }),
    { submit: null },
  ),
  submit_type: nullableStripeParam(z.enum(['auto', 'book', 'donate', 'pay'], { error: 'Invalid submit_type' })),
  currency: z.optional(currency),
  payment_method_types: z._default(z.array(stripeTextParam), ['card']),
  payment_intent_data: z._default(
    z.strictObject({
      metadata: z._default(stripeMetadataParam, {}),
      description: nullableStripeParam(stripeTextParam),
      receipt_email: nullableStripeParam(stripeEmailParam),
      capture_method: ignoredStripeParam,
      setup_future_usage: ignoredStripeParam,
      shipping: ignoredStripeParam,
      statement_descriptor: ignoredStripeParam,
      statement_descriptor_suffix: ignoredStripeParam,
      transfer_group: ignoredStripeParam,
    }),
    { metadata: {}, description: null, receipt_email: null },
  ),
  after_expiration: ignoredStripeParam,
  allowed_payment_method_types: ignoredStripeParam,
  automatic_tax: ignoredStripeParam,
  billing_address_collection: ignoredStripeParam,
  branding_settings: ignoredStripeParam,
  consent_collection: ignoredStripeParam,
  custom_fields: ignoredStripeParam,
  customer_update: ignoredStripeParam,
  excluded_payment_method_types: ignoredStripeParam,
  integration_identifier: ignoredStripeParam,
  invoice_creation: ignoredStripeParam,
  name_collection: ignoredStripeParam,
  optional_items: ignoredStripeParam,
  origin_context: ignoredStripeParam,
  payment_method_collection: ignoredStripeParam,
  payment_method_configuration: ignoredStripeParam,
  payment_method_data: ignoredStripeParam,
  payment_method_options: ignoredStripeParam,
  permissions: ignoredStripeParam,
  phone_number_collection: ignoredStripeParam,
  saved_payment_method_options: ignoredStripeParam,
  shipping_address_collection: ignoredStripeParam,
  shipping_options: ignoredStripeParam,
  tax_id_collection: ignoredStripeParam,
  wallet_options: ignoredStripeParam,
})

export type CheckoutSessionParams = z.infer<typeof checkoutSessionParamsSchema>

type Totals = Pick<CheckoutSession, 'amount_subtotal' | 'amount_total' | 'total_details'>

export function computeCheckoutTotals(
  items: readonly StripeLineItem[],
  coupon?: StripeCoupon,
): { items: StripeLineItem[]; totals: Totals } {
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const off = coupon ? Math.min(subtotal, discountOf(subtotal, coupon)) : 0
  const shared = shareOut(items, subtotal, off)
  return {
    items: shared,
    totals: {
      amount_subtotal: subtotal,
      amount_total: subtotal - off,
      total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    },
  }
}

function discountOf(subtotal: number, coupon: StripeCoupon): number {
  return coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((subtotal * coupon.percent_off) / 100)
}

/** Distributes the discount over the items in proportion; the last item takes the rounding difference. */
function shareOut(items: readonly StripeLineItem[], subtotal: number, off: number): StripeLineItem[] {
  let left = off
  return items.map((item, index) => {
    const last = index === items.length - 1
    const share = last ? left : Math.floor((off * item.amount_subtotal) / Math.max(subtotal, 1))
    left -= share
    return { ...item, amount_discount: share, amount_total: item.amount_subtotal - share }
  })
}
