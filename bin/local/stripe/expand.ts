import type { StripeStandInState } from './stripe-stand-in-state.ts'
import type { StripeLineItem, StripeList } from './stripe-objects.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

/** A reply as sent: ids where `expand` may put the object itself. */
type Wire = Record<string, unknown>

/** `paths` as in Stripe's `expand`, e.g. `payment_intent.latest_charge` or `data.line_items`. */
export function expandStripeReply(account: StripeStandInState, reply: object, paths: readonly string[]): Wire {
  return paths.reduce<Wire>((wire, path) => expandPath(account, wire, path.split('.')), { ...reply })
}

function expandPath(account: StripeStandInState, wire: Wire, [field = '', ...rest]: readonly string[]): Wire {
  const value = valueOf(account, wire, field)
  if (value === undefined) {
    throw new StripeStandInError(400, `This property cannot be expanded (${[field, ...rest].join('.')}).`, {
      param: 'expand',
    })
  }
  if (Array.isArray(value)) {
    return { ...wire, [field]: value.map((entry) => (isWire(entry) ? expandPath(account, entry, rest) : entry)) }
  }
  if (rest.length === 0 || !isWire(value)) return { ...wire, [field]: value }
  return { ...wire, [field]: expandPath(account, value, rest) }
}

function valueOf(account: StripeStandInState, wire: Wire, field: string): unknown {
  const value = wire[field]
  if (value === null || Array.isArray(value)) return value
  if (isWire(value)) return field === 'total_details' ? withBreakdown(account, wire, value) : value
  if (typeof value === 'string') return referenced(account, field, value)
  return includable(account, wire, field)
}

function referenced(account: StripeStandInState, field: string, id: string): unknown {
  const shelves: Record<string, { get(id: string): object | undefined }> = {
    payment_intent: account.paymentIntents,
    latest_charge: account.charges,
    charge: account.charges,
    customer: account.customers,
    coupon: account.coupons,
    promotion_code: account.promotionCodes,
  }
  return Object.hasOwn(shelves, field) ? shelves[field]?.get(id) : undefined
}

function includable(account: StripeStandInState, wire: Wire, field: string): unknown {
  const id = String(wire['id'])
  if (wire['object'] === 'checkout.session' && field === 'line_items') return buildCheckoutLineItemList(account, id)
  if (wire['object'] === 'charge' && field === 'refunds') {
    const data = account.refunds.all().filter((refund) => refund.charge === id)
    return { object: 'list', url: `/v1/charges/${id}/refunds`, has_more: false, data: data.toReversed() }
  }
  return field in wire ? wire[field] : undefined
}

export function buildCheckoutLineItemList(account: StripeStandInState, id: string): StripeList<StripeLineItem> {
  const data = account.checkouts.get(id)?.items ?? []
  return { object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false, data }
}

function withBreakdown(account: StripeStandInState, session: Wire, details: Wire): Wire {
  const checkout = account.checkouts.get(String(session['id']))
  const discounts = (checkout?.session.discounts ?? []).map((discount) => {
    const coupon =
      discount.coupon ?? account.promotionCodes.get(discount.promotion_code ?? '')?.promotion.coupon ?? null
    return {
      amount: details['amount_discount'],
      discount: {
        id: `di_${String(session['id']).slice(-14)}`,
        object: 'discount',
        checkout_session: session['id'],
        customer: session['customer'],
        promotion_code: discount.promotion_code,
        source: { type: 'coupon', coupon },
      },
    }
  })
  return { ...details, breakdown: { discounts, taxes: [] } }
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
