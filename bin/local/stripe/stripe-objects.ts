/**
 * The objects of Stripe's API with the fields that this stand-in fills. Amounts are integer cents, instants Unix
 * seconds.
 */
export type StripeMetadata = Record<string, string>

interface Made {
  id: string
  created: number
  livemode: false
  metadata: StripeMetadata
}

export interface StripeCustomer extends Made {
  object: 'customer'
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
}

export interface StripeCoupon extends Made {
  object: 'coupon'
  name: string | null
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  duration: string
  duration_in_months: null
  max_redemptions: number | null
  redeem_by: number | null
  times_redeemed: number
  valid: boolean
}

export interface StripePromotionCode extends Made {
  object: 'promotion_code'
  active: boolean
  code: string
  promotion: { type: 'coupon'; coupon: string }
  customer: string | null
  max_redemptions: number | null
  expires_at: number | null
  restrictions: { first_time_transaction: boolean; minimum_amount: null; minimum_amount_currency: null }
  times_redeemed: number
}

export interface StripePrice {
  id: string
  object: 'price'
  active: boolean
  currency: string
  livemode: false
  product: string
  type: 'one_time'
  unit_amount: number
}

export interface StripeLineItem {
  id: string
  object: 'item'
  amount_discount: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: string
  description: string
  price: StripePrice
  quantity: number
}

/** Exactly one is set: the session's coupon, or a promotion code that the session names or the customer enters. */
export interface StripeDiscount {
  coupon: string | null
  promotion_code: string | null
}

interface CustomerDetails {
  address: { country: string; city: null; line1: null; line2: null; postal_code: null; state: null } | null
  email: string
  name: string | null
  phone: null
  tax_exempt: 'none'
  tax_ids: []
}

export interface CheckoutSession extends Made {
  object: 'checkout.session'
  adaptive_pricing: { enabled: boolean }
  allow_promotion_codes: boolean | null
  amount_subtotal: number
  amount_total: number
  automatic_tax: { enabled: false; liability: null; provider: null; status: null }
  cancel_url: string | null
  client_reference_id: string | null
  currency: string
  custom_text: {
    after_submit: null
    shipping_address: null
    submit: { message: string } | null
    terms_of_service_acceptance: null
  }
  customer: string | null
  customer_creation: string
  customer_details: CustomerDetails | null
  customer_email: string | null
  discounts: StripeDiscount[]
  expires_at: number
  invoice: null
  locale: string | null
  mode: 'payment'
  payment_intent: string | null
  payment_method_types: string[]
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  recovered_from: null
  setup_intent: null
  status: 'open' | 'complete' | 'expired'
  submit_type: string | null
  subscription: null
  success_url: string
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number }
  ui_mode: 'hosted_page'
  url: string | null
}

export interface StripePaymentError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}

export interface PaymentIntent extends Made {
  object: 'payment_intent'
  amount: number
  amount_capturable: 0
  amount_received: number
  canceled_at: null
  capture_method: 'automatic_async'
  confirmation_method: 'automatic'
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: StripePaymentError | null
  latest_charge: string | null
  payment_method_types: string[]
  receipt_email: string | null
  status: 'requires_payment_method' | 'processing' | 'succeeded'
}

export interface StripeCharge extends Made {
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  billing_details: { address: null; email: string | null; name: string | null; phone: null }
  captured: true
  currency: string
  customer: string | null
  description: string | null
  disputed: boolean
  paid: true
  payment_intent: string
  payment_method_details: { type: 'card'; card: { brand: 'visa'; last4: '4242'; country: 'ES' } }
  receipt_email: string | null
  receipt_url: string
  refunded: boolean
  status: 'succeeded'
}

export interface StripeRefund extends Omit<Made, 'livemode'> {
  object: 'refund'
  amount: number
  charge: string
  currency: string
  payment_intent: string
  failure_reason?: string
  reason: string | null
  receipt_number: null
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export interface StripeDispute extends Made {
  object: 'dispute'
  amount: number
  balance_transactions: {
    id: string
    object: 'balance_transaction'
    amount: number
    created: number
    currency: string
    type: 'adjustment'
  }[]
  charge: string
  currency: string
  evidence: Record<string, string>
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
  is_charge_refundable: boolean
  payment_intent: string
  reason: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
}

export type StripeEventType =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.succeeded'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: CheckoutSession | PaymentIntent | StripeCharge | StripeRefund | StripeDispute }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: StripeEventType
}

export interface StripeList<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

export interface WebhookDeliveryAttempt {
  at: string
  status: number | null
  error: string | null
}

export interface WebhookDelivery {
  eventId: string
  type: StripeEventType
  state: 'pending' | 'delivered' | 'failed'
  attempts: WebhookDeliveryAttempt[]
}
