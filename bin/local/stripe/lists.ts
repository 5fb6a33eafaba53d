import * as z from 'zod/mini'
import { type Account, found } from './account.ts'
import { isRedeemable } from './discounts.ts'
import { lineItems } from './expand.ts'
import type { Form } from './form.ts'
import type { List, Price } from './objects.ts'
import { email, integer, listWindow, readParams, text, truth } from './params.ts'
import { StripeError } from './stripe-error.ts'

interface Window {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

function page<T extends { id: string }>(url: string, documents: readonly T[], window: Window): List<T> {
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
  if (at === -1) throw new StripeError(400, `No such object: '${id}'`, { code: 'resource_missing', param })
  return at
}

function matches(document: object, filters: Record<string, unknown>): boolean {
  const fields = new Map<string, unknown>(Object.entries(document))
  return Object.entries(filters).every(([name, wanted]) => wanted === undefined || fields.get(name) === wanted)
}

const instant = z.optional(integer)
const period = z._default(
  z.union([
    z.pipe(
      integer,
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
  ...listWindow,
  created: period,
  customer: z.optional(text),
  customer_details: z.optional(z.strictObject({ email })),
  payment_intent: z.optional(text),
  status: z.optional(z.enum(['open', 'complete', 'expired'], { error: 'Invalid status' })),
})

export function listSessions(account: Account, form: Form) {
  const {
    customer,
    customer_details: details,
    payment_intent,
    status,
    created,
    ...window
  } = readParams(sessionFilters, form)
  const sessions = account.checkouts
    .all()
    .map((checkout) => checkout.session)
    .filter((session) => matches(session, { customer, payment_intent, status }) && isWithin(session.created, created))
    .filter((session) => details === undefined || session.customer_details?.email === details.email)
  return page('/v1/checkout/sessions', sessions, window)
}

const promotionCodeFilters = z.strictObject({
  ...listWindow,
  active: z.optional(truth),
  code: z.optional(text),
  coupon: z.optional(text),
  created: period,
  customer: z.optional(text),
})

export function listPromotionCodes(account: Account, form: Form) {
  const { active, code, coupon, customer, created, ...window } = readParams(promotionCodeFilters, form)
  const known = account.promotionCodes
    .all()
    .filter((one) => matches(one, { customer }) && isWithin(one.created, created))
    // A code that has expired or been used up is no longer active.
    .filter((one) => active === undefined || isRedeemable(account, one) === active)
    .filter((one) => code === undefined || one.code.toUpperCase() === code.toUpperCase())
    .filter((one) => coupon === undefined || one.promotion.coupon === coupon)
  return page('/v1/promotion_codes', known, window)
}

const eventFilters = z.strictObject({
  ...listWindow,
  created: period,
  type: z.optional(text),
  types: z.optional(z.array(text).check(z.maxLength(20))),
})

export function listEvents(account: Account, form: Form) {
  const { type, types = type === undefined ? [] : [type], created, ...window } = readParams(eventFilters, form)
  const events = account.events
    .all()
    .filter((event) => (types.length === 0 || types.includes(event.type)) && isWithin(event.created, created))
  return page('/v1/events', events, window)
}

const byOwner = z.strictObject({
  ...listWindow,
  charge: z.optional(text),
  created: period,
  customer: z.optional(text),
  email: z.optional(email),
  payment_intent: z.optional(text),
})

export function listPlain(account: Account, kind: 'customers' | 'coupons' | 'charges' | 'refunds', form: Form) {
  const { limit, starting_after, ending_before, created, ...filters } = readParams(byOwner, form)
  const documents: { id: string; created: number }[] = account[kind].all()
  const wanted = documents.filter((one) => matches(one, filters) && isWithin(one.created, created))
  return page(`/v1/${kind}`, wanted, { limit, starting_after, ending_before })
}

export function listPaymentIntents(account: Account, form: Form) {
  const { limit, starting_after, ending_before, created, customer } = readParams(byOwner, form)
  const wanted = account.paymentIntents
    .all()
    .filter((one) => matches(one, { customer }) && isWithin(one.created, created))
  return page('/v1/payment_intents', wanted, { limit, starting_after, ending_before })
}

export function listPrices(account: Account): List<Price> {
  return {
    object: 'list',
    url: '/v1/prices',
    has_more: false,
    data: [...account.prices.values()].map(({ price }) => price),
  }
}

export function listLineItems(account: Account, id: string) {
  found(account.checkouts.get(id), 'checkout.session', id, 'session')
  return lineItems(account, id)
}
