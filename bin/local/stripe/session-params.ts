import * as z from 'zod/mini'
import type { CheckoutSession, Coupon, LineItem } from './objects.ts'
import { email, ignored, integer, metadata, orNull, text, truth, webAddress } from './params.ts'

const currency = z.enum(['eur', 'usd', 'gbp', 'chf'], { error: 'Invalid currency' })
const locales = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ' +
  'ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ')

const lineItem = z.strictObject({
  quantity: z._default(integer.check(z.refine((quantity) => quantity > 0, { error: 'Invalid quantity' })), 1),
  price: z.optional(text),
  price_data: z.optional(
    z.strictObject({
      currency,
      unit_amount: integer.check(
        z.refine((amount) => amount >= 0, { error: 'This value must be greater than or equal to 0' }),
      ),
      product_data: z.strictObject({
        name: text,
        description: z.optional(text),
        images: ignored,
        metadata: z.optional(metadata),
        tax_code: ignored,
        tax_details: ignored,
        unit_label: ignored,
      }),
      tax_behavior: ignored,
    }),
  ),
  adjustable_quantity: ignored,
  metadata: ignored,
  tax_rates: ignored,
})

/** Body of `POST /v1/checkout/sessions` in payment mode on a hosted page; Stripe's other modes are refused. */
export const createSessionParams = z.strictObject({
  mode: z.literal('payment', { error: 'This stand-in knows only the mode `payment`, not' }),
  line_items: z.array(lineItem).check(z.minLength(1), z.maxLength(100)),
  success_url: webAddress,
  cancel_url: orNull(webAddress),
  ui_mode: z.optional(z.literal('hosted_page', { error: 'This stand-in knows only the ui_mode `hosted_page`, not' })),
  allow_promotion_codes: orNull(truth),
  discounts: z._default(
    z
      .array(z.strictObject({ coupon: orNull(text), promotion_code: orNull(text) }))
      .check(z.maxLength(1, { error: 'You may only specify one discount' })),
    [],
  ),
  client_reference_id: orNull(
    text.check(z.maxLength(200, { error: 'Invalid string: must be at most 200 characters' })),
  ),
  customer: orNull(text),
  customer_email: orNull(email),
  customer_creation: z._default(
    z.enum(['always', 'if_required'], { error: 'Invalid customer_creation' }),
    'if_required',
  ),
  expires_at: z.optional(integer),
  locale: orNull(z.enum(locales, { error: 'Invalid locale' })),
  metadata: z._default(metadata, {}),
  adaptive_pricing: z._default(z.strictObject({ enabled: z._default(truth, true) }), { enabled: true }),
  submit_type: orNull(z.enum(['auto', 'book', 'donate', 'pay'], { error: 'Invalid submit_type' })),
  currency: z.optional(currency),
  payment_method_types: z._default(z.array(text), ['card']),
  payment_intent_data: z._default(
    z.strictObject({
      metadata: z._default(metadata, {}),
      description: orNull(text),
      receipt_email: orNull(email),
      capture_method: ignored,
      setup_future_usage: ignored,
      shipping: ignored,
      statement_descriptor: ignored,
      statement_descriptor_suffix: ignored,
      transfer_group: ignored,
    }),
    { metadata: {}, description: null, receipt_email: null },
  ),
  after_expiration: ignored,
  allowed_payment_method_types: ignored,
  automatic_tax: ignored,
  billing_address_collection: ignored,
  branding_settings: ignored,
  consent_collection: ignored,
  custom_fields: ignored,
  custom_text: ignored,
  customer_update: ignored,
  excluded_payment_method_types: ignored,
  integration_identifier: ignored,
  invoice_creation: ignored,
  name_collection: ignored,
  optional_items: ignored,
  origin_context: ignored,
  payment_method_collection: ignored,
  payment_method_configuration: ignored,
  payment_method_data: ignored,
  payment_method_options: ignored,
  permissions: ignored,
  phone_number_collection: ignored,
  saved_payment_method_options: ignored,
  shipping_address_collection: ignored,
  shipping_options: ignored,
  tax_id_collection: ignored,
  wallet_options: ignored,
})

export type CreateSessionParams = z.infer<typeof createSessionParams>

type Totals = Pick<CheckoutSession, 'amount_subtotal' | 'amount_total' | 'total_details'>

export function priced(items: readonly LineItem[], coupon?: Coupon): { items: LineItem[]; totals: Totals } {
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

function discountOf(subtotal: number, coupon: Coupon): number {
  return coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((subtotal * coupon.percent_off) / 100)
}

/** Distributes the discount over the items in proportion; the last item takes the rounding difference. */
function shareOut(items: readonly LineItem[], subtotal: number, off: number): LineItem[] {
  let left = off
  return items.map((item, index) => {
    const last = index === items.length - 1
    const share = last ? left : Math.floor((off * item.amount_subtotal) / Math.max(subtotal, 1))
    left -= share
    return { ...item, amount_discount: share, amount_total: item.amount_subtotal - share }
  })
}
