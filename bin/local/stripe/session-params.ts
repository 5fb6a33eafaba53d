import * as z from 'zod/mini'
import type { CheckoutSession, StripeCoupon, StripeLineItem } from './stripe-objects.ts'
import {
  emailParam,
  ignoredParam,
  integerParam,
  metadataParam,
  nullableParam,
  textParam,
  booleanParam,
  urlParam,
} from './params.ts'

const currency = z.enum(['eur', 'usd', 'gbp', 'chf'], { error: 'Invalid currency' })
const locales = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ' +
  'ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ')

const lineItem = z.strictObject({
  quantity: z._default(integerParam.check(z.refine((quantity) => quantity > 0, { error: 'Invalid quantity' })), 1),
  price: z.optional(textParam),
  price_data: z.optional(
    z.strictObject({
      currency,
      unit_amount: integerParam.check(
        z.refine((amount) => amount >= 0, { error: 'This value must be greater than or equal to 0' }),
      ),
      product_data: z.strictObject({
        name: textParam,
        description: z.optional(textParam),
        images: ignoredParam,
        metadata: z.optional(metadataParam),
        tax_code: ignoredParam,
        tax_details: ignoredParam,
        unit_label: ignoredParam,
      }),
      tax_behavior: ignoredParam,
    }),
  ),
  adjustable_quantity: ignoredParam,
  metadata: ignoredParam,
  tax_rates: ignoredParam,
})

/** Body of `POST /v1/checkout/sessions` in payment mode on a hosted page; Stripe's other modes are refused. */
export const checkoutSessionParamsSchema = z.strictObject({
  mode: z.literal('payment', { error: 'This stand-in knows only the mode `payment`, not' }),
  line_items: z.array(lineItem).check(z.minLength(1), z.maxLength(100)),
  success_url: urlParam,
  cancel_url: nullableParam(urlParam),
  ui_mode: z.optional(z.literal('hosted_page', { error: 'This stand-in knows only the ui_mode `hosted_page`, not' })),
  allow_promotion_codes: nullableParam(booleanParam),
  discounts: z._default(
    z
      .array(z.strictObject({ coupon: nullableParam(textParam), promotion_code: nullableParam(textParam) }))
      .check(z.maxLength(1, { error: 'You may only specify one discount' })),
    [],
  ),
  client_reference_id: nullableParam(
    textParam.check(z.maxLength(200, { error: 'Invalid string: must be at most 200 characters' })),
  ),
  customer: nullableParam(textParam),
  customer_email: nullableParam(emailParam),
  customer_creation: z._default(
    z.enum(['always', 'if_required'], { error: 'Invalid customer_creation' }),
    'if_required',
  ),
  expires_at: z.optional(integerParam),
  locale: nullableParam(z.enum(locales, { error: 'Invalid locale' })),
  metadata: z._default(metadataParam, {}),
  adaptive_pricing: z._default(z.strictObject({ enabled: z._default(booleanParam, true) }), { enabled: true }),
  submit_type: nullableParam(z.enum(['auto', 'book', 'donate', 'pay'], { error: 'Invalid submit_type' })),
  currency: z.optional(currency),
  payment_method_types: z._default(z.array(textParam), ['card']),
  payment_intent_data: z._default(
    z.strictObject({
      metadata: z._default(metadataParam, {}),
      description: nullableParam(textParam),
      receipt_email: nullableParam(emailParam),
      capture_method: ignoredParam,
      setup_future_usage: ignoredParam,
      shipping: ignoredParam,
      statement_descriptor: ignoredParam,
      statement_descriptor_suffix: ignoredParam,
      transfer_group: ignoredParam,
    }),
    { metadata: {}, description: null, receipt_email: null },
  ),
  after_expiration: ignoredParam,
  allowed_payment_method_types: ignoredParam,
  automatic_tax: ignoredParam,
  billing_address_collection: ignoredParam,
  branding_settings: ignoredParam,
  consent_collection: ignoredParam,
  custom_fields: ignoredParam,
  custom_text: ignoredParam,
  customer_update: ignoredParam,
  excluded_payment_method_types: ignoredParam,
  integration_identifier: ignoredParam,
  invoice_creation: ignoredParam,
  name_collection: ignoredParam,
  optional_items: ignoredParam,
  origin_context: ignoredParam,
  payment_method_collection: ignoredParam,
  payment_method_configuration: ignoredParam,
  payment_method_data: ignoredParam,
  payment_method_options: ignoredParam,
  permissions: ignoredParam,
  phone_number_collection: ignoredParam,
  saved_payment_method_options: ignoredParam,
  shipping_address_collection: ignoredParam,
  shipping_options: ignoredParam,
  tax_id_collection: ignoredParam,
  wallet_options: ignoredParam,
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
