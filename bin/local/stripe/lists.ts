import * as z from 'zod/mini'
import { type StripeStandInState, requireStripeObject } from './stripe-stand-in-state.ts'
import { isPromotionCodeRedeemable } from './discounts.ts'
import { buildCheckoutLineItemList } from './expand.ts'
import type { StripeFormBody } from './form-body.ts'
import type { StripeList, StripePrice } from './stripe-objects.ts'
import {
  stripeEmailParam,
  stripeIntegerParam,
  stripePaginationParams,
  parseStripeParams,
  stripeTextParam,
  stripeBooleanParam,
} from './params.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

interface Window {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

function page<T extends { id: string }>(url: string, documents: readonly T[], window: Window): StripeList<T> {
  const newest = documents.toReversed()
  const { limit = 10, starting_after: after, ending_before: before } = window
  if (after !== undefined) {
    const rest = newest.slice(positionOf(newest, after, 'starting_after') + 1)
    return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) }
  }
  const rest = before === undefined ? newest : newest.slice(0, positionOf(newest, before, 'ending_before'))
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', url, has_more: rest.length > limit, data }
}

function positionOf(documents: readonly { id: string }[], id: string, param: string): number {
  const at = documents.findIndex((document) => document.id === id)
  if (at === -1) throw new StripeStandInError(400, `No such object: '${id}'`, { code: 'resource_missing', param })
  return at
}

function matches(document: object, filters: Record<string, unknown>): boolean {
  const fields = new Map<string, unknown>(Object.entries(document))
  return Object.entries(filters).every(([name, wanted]) => wanted === undefined || fields.get(name) === wanted)
}

const instant = z.optional(stripeIntegerParam)
const period = z._default(
  z.union([
    z.pipe(
      stripeIntegerParam,
      z.transform((at) => ({ gte: at, lte: at, gt: undefined, lt: undefined })),
    ),
    z.strictObject({ gt: instant, gte: instant, lt: instant, lte: instant }),
  ]),
  { gte: undefined, lte: undefined, gt: undefined, lt: undefined },
)

function isWithin(at: number, { gt, gte, lt, lte }: z.infer<typeof period>): boolean {
  const earliest = Math.max(gte ?? 0, (gt ?? -1) + 1)
  const latest = Math.min(lte ?? Infinity, (lt ?? Infinity) - 1)
  return at >= earliest && at <= latest
}

const sessionFilters = z.strictObject({
  ...stripePaginationParams,
  created: period,
  customer: z.optional(stripeTextParam),
  customer_details: z.optional(z.strictObject({ email: stripeEmailParam })),
  payment_intent: z.optional(stripeTextParam),
  status: z.optional(z.enum(['open', 'complete', 'expired'], { error: 'Invalid status' })),
})

export function serveListCheckoutSessions(account: StripeStandInState, form: StripeFormBody) {
  const {
    customer,
    customer_details: details,
    payment_intent,
    status,
    created,
    ...window
  } = parseStripeParams(sessionFilters, form)
  const sessions = account.checkouts
    .all()
    .map((checkout) => checkout.session)
    .filter((session) => matches(session, { customer, payment_intent, status }) && isWithin(session.created, created))
    .filter((session) => details === undefined || session.customer_details?.email === details.email)
  return page('/v1/checkout/sessions', sessions, window)
}

const promotionCodeFilters = z.strictObject({
  ...stripePaginationParams,
  active: z.optional(stripeBooleanParam),
  code: z.optional(stripeTextParam),
  coupon: z.optional(stripeTextParam),
  created: period,
  customer: z.optional(stripeTextParam),
})

export function serveListStripePromotionCodes(account: StripeStandInState, form: StripeFormBody) {
  const { active, code, coupon, customer, created, ...window } = parseStripeParams(promotionCodeFilters, form)
  const known = account.promotionCodes
    .all()
    .filter((one) => matches(one, { customer }) && isWithin(one.created, created))
    // An expired or used up code is not active.
    .filter((one) => active === undefined || isPromotionCodeRedeemable(account, one) === active)
    .filter((one) => code === undefined || one.code.toUpperCase() === code.toUpperCase())
    .filter((one) => coupon === undefined || one.promotion.coupon === coupon)
  return page('/v1/promotion_codes', known, window)
}

const eventFilters = z.strictObject({
  ...stripePaginationParams,
  created: period,
  type: z.optional(stripeTextParam),
  types: z.optional(z.array(stripeTextParam).check(z.maxLength(20))),
})

export function serveListStripeEvents(account: StripeStandInState, form: StripeFormBody) {
  const { type, types = type === undefined ? [] : [type], created, ...window } = parseStripeParams(eventFilters, form)
  const events = account.events
    .all()
    .filter((event) => (types.length === 0 || types.includes(event.type)) && isWithin(event.created, created))
  return page('/v1/events', events, window)
}

const byOwner = z.strictObject({
  ...stripePaginationParams,
  charge: z.optional(stripeTextParam),
  created: period,
  customer: z.optional(stripeTextParam),
  email: z.optional(stripeEmailParam),
  payment_intent: z.optional(stripeTextParam),
})

export function serveListStripeObjects(
  account: StripeStandInState,
  kind: 'customers' | 'coupons' | 'charges',
  form: StripeFormBody,
) {
  const { limit, starting_after, ending_before, created, ...filters } = parseStripeParams(byOwner, form)
  const documents: { id: string; created: number }[] = account[kind].all()
  const wanted = documents.filter((one) => matches(one, filters) && isWithin(one.created, created))
  return page(`/v1/${kind}`, wanted, { limit, starting_after, ending_before })
}

const chargeFilters = z.strictObject({
  ...stripePaginationParams,
  charge: z.optional(stripeTextParam),
  created: period,
  payment_intent: z.optional(stripeTextParam),
})

export function serveListStripeRefunds(account: StripeStandInState, form: StripeFormBody) {
  const { charge, payment_intent, created, ...window } = parseStripeParams(chargeFilters, form)
  const wanted = account.refunds
    .all()
    .filter((one) => matches(one, { charge, payment_intent }) && isWithin(one.created, created))
  return page('/v1/refunds', wanted, window)
}

export function serveListStripeDisputes(account: StripeStandInState, form: StripeFormBody) {
  const { charge, payment_intent, created, ...window } = parseStripeParams(chargeFilters, form)
  const wanted = account.disputes
    .all()
    .filter((one) => matches(one, { charge, payment_intent }) && isWithin(one.created, created))
  return page('/v1/disputes', wanted, window)
}

export function serveListStripePaymentIntents(account: StripeStandInState, form: StripeFormBody) {
  const { limit, starting_after, ending_before, created, customer } = parseStripeParams(byOwner, form)
  const wanted = account.paymentIntents
    .all()
    .filter((one) => matches(one, { customer }) && isWithin(one.created, created))
  return page('/v1/payment_intents', wanted, { limit, starting_after, ending_before })
}

export function serveListStripePrices(account: StripeStandInState): StripeList<StripePrice> {
  return {
    object: 'list',
    url: '/v1/prices',
    has_more: false,
    data: [...account.prices.values()].map(({ price }) => price),
  }
}

export function serveListCheckoutLineItems(account: StripeStandInState, id: string) {
  requireStripeObject(account.checkouts.get(id), 'checkout.session', id, 'session')
  return buildCheckoutLineItemList(account, id)
}
