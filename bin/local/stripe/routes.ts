import { type StripeStandInState, requireStripeObject } from './stripe-stand-in-state.ts'
import { requireLocalCheckout, serveCreateCheckoutSession, serveExpireCheckoutSession } from './checkout.ts'
import { serveCreateStripeCustomer, serveDeleteStripeCustomer, serveUpdateStripeCustomer } from './customers.ts'
import { serveCreateStripeCoupon, serveCreateStripePromotionCode, serveUpdateStripePromotionCode } from './discounts.ts'
import type { StripeFormBody } from './form-body.ts'
import {
  serveListStripeEvents,
  serveListCheckoutLineItems,
  serveListStripeDisputes,
  serveListStripePaymentIntents,
  serveListStripeObjects,
  serveListStripePrices,
  serveListStripePromotionCodes,
  serveListStripeRefunds,
  serveListCheckoutSessions,
} from './lists.ts'
import { serveCreateStripeRefund } from './refunds.ts'
import { StripeValidationError } from './stripe-stand-in-error.ts'

type Answer = (account: StripeStandInState, form: StripeFormBody, id: string) => object

const routes: Readonly<Record<string, Answer>> = {
  'POST /v1/checkout/sessions': (account, form) => serveCreateCheckoutSession(account, form),
  'GET /v1/checkout/sessions': (account, form) => serveListCheckoutSessions(account, form),
  'GET /v1/checkout/sessions/:id': (account, _, id) => requireLocalCheckout(account, id).session,
  'GET /v1/checkout/sessions/:id/line_items': (account, _, id) => serveListCheckoutLineItems(account, id),
  'POST /v1/checkout/sessions/:id/expire': (account, _, id) => serveExpireCheckoutSession(account, id),
  'GET /v1/prices': (account) => serveListStripePrices(account),
  'GET /v1/prices/:id': (account, _, id) => requireStripeObject(account.prices.get(id), 'price', id).price,
  'POST /v1/customers': (account, form) => serveCreateStripeCustomer(account, form),
  'GET /v1/customers': (account, form) => serveListStripeObjects(account, 'customers', form),
  'GET /v1/customers/:id': (account, _, id) => requireStripeObject(account.customers.get(id), 'customer', id),
  'POST /v1/customers/:id': (account, form, id) => serveUpdateStripeCustomer(account, id, form),
  'DELETE /v1/customers/:id': (account, _, id) => serveDeleteStripeCustomer(account, id),
  'POST /v1/coupons': (account, form) => serveCreateStripeCoupon(account, form),
  'GET /v1/coupons': (account, form) => serveListStripeObjects(account, 'coupons', form),
  'GET /v1/coupons/:id': (account, _, id) => requireStripeObject(account.coupons.get(id), 'coupon', id),
  'POST /v1/promotion_codes': (account, form) => serveCreateStripePromotionCode(account, form),
  'GET /v1/promotion_codes': (account, form) => serveListStripePromotionCodes(account, form),
  'GET /v1/promotion_codes/:id': (account, _, id) =>
    requireStripeObject(account.promotionCodes.get(id), 'promotion code', id),
  'POST /v1/promotion_codes/:id': (account, form, id) => serveUpdateStripePromotionCode(account, id, form),
  'GET /v1/payment_intents': (account, form) => serveListStripePaymentIntents(account, form),
  'GET /v1/payment_intents/:id': (account, _, id) =>
    requireStripeObject(account.paymentIntents.get(id), 'payment_intent', id),
  'GET /v1/charges': (account, form) => serveListStripeObjects(account, 'charges', form),
  'GET /v1/charges/:id': (account, _, id) => requireStripeObject(account.charges.get(id), 'charge', id),
  'POST /v1/refunds': (account, form) => serveCreateStripeRefund(account, form),
  'GET /v1/refunds': (account, form) => serveListStripeRefunds(account, form),
  'GET /v1/refunds/:id': (account, _, id) => requireStripeObject(account.refunds.get(id), 'refund', id),
  'GET /v1/disputes': (account, form) => serveListStripeDisputes(account, form),
  'GET /v1/disputes/:id': (account, _, id) => requireStripeObject(account.disputes.get(id), 'dispute', id),
  'GET /v1/events': (account, form) => serveListStripeEvents(account, form),
  'GET /v1/events/:id': (account, _, id) => requireStripeObject(account.events.get(id), 'event', id),
}

/** @throws {StripeStandInError} 404 for an unknown endpoint */
export function findStripeRoute(method: string, path: string): { answer: Answer; id: string } {
  for (const [pattern, answer] of Object.entries(routes)) {
    const [before = '', after] = pattern.split(':id')
    const asked = `${method} ${path}`
    if (after === undefined) {
      if (asked === before) return { answer, id: '' }
      continue
    }
    const id =
      asked.startsWith(before) && asked.endsWith(after) ? asked.slice(before.length, asked.length - after.length) : ''
    if (/^[^/]+$/.test(id)) return { answer, id: decodeURIComponent(id) }
  }
  throw new StripeValidationError(404, `Unrecognized request URL (${method}: ${path}).`)
}
