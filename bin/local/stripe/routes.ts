import { type StripeAccount, requireStripeObject } from './account.ts'
import { requireCheckout, createCheckoutSession, expireCheckoutSession } from './checkout.ts'
import { createStripeCustomer, deleteStripeCustomer, updateStripeCustomer } from './customers.ts'
import { createStripeCoupon, createStripePromotionCode, updateStripePromotionCode } from './discounts.ts'
import type { StripeForm } from './form.ts'
import {
  listStripeEvents,
  listCheckoutLineItems,
  listStripePaymentIntents,
  listStripeObjects,
  listStripePrices,
  listStripePromotionCodes,
  listCheckoutSessions,
} from './lists.ts'
import { createStripeRefund } from './payment.ts'
import { StripeError } from './stripe-error.ts'

type Answer = (account: StripeAccount, form: StripeForm, id: string) => object

const routes: Readonly<Record<string, Answer>> = {
  'POST /v1/checkout/sessions': (account, form) => createCheckoutSession(account, form),
  'GET /v1/checkout/sessions': (account, form) => listCheckoutSessions(account, form),
  'GET /v1/checkout/sessions/:id': (account, _, id) => requireCheckout(account, id).session,
  'GET /v1/checkout/sessions/:id/line_items': (account, _, id) => listCheckoutLineItems(account, id),
  'POST /v1/checkout/sessions/:id/expire': (account, _, id) => expireCheckoutSession(account, id),
  'GET /v1/prices': (account) => listStripePrices(account),
  'GET /v1/prices/:id': (account, _, id) => requireStripeObject(account.prices.get(id), 'price', id).price,
  'POST /v1/customers': (account, form) => createStripeCustomer(account, form),
  'GET /v1/customers': (account, form) => listStripeObjects(account, 'customers', form),
  'GET /v1/customers/:id': (account, _, id) => requireStripeObject(account.customers.get(id), 'customer', id),
  'POST /v1/customers/:id': (account, form, id) => updateStripeCustomer(account, id, form),
  'DELETE /v1/customers/:id': (account, _, id) => deleteStripeCustomer(account, id),
  'POST /v1/coupons': (account, form) => createStripeCoupon(account, form),
  'GET /v1/coupons': (account, form) => listStripeObjects(account, 'coupons', form),
  'GET /v1/coupons/:id': (account, _, id) => requireStripeObject(account.coupons.get(id), 'coupon', id),
  'POST /v1/promotion_codes': (account, form) => createStripePromotionCode(account, form),
  'GET /v1/promotion_codes': (account, form) => listStripePromotionCodes(account, form),
  'GET /v1/promotion_codes/:id': (account, _, id) =>
    requireStripeObject(account.promotionCodes.get(id), 'promotion code', id),
  'POST /v1/promotion_codes/:id': (account, form, id) => updateStripePromotionCode(account, id, form),
  'GET /v1/payment_intents': (account, form) => listStripePaymentIntents(account, form),
  'GET /v1/payment_intents/:id': (account, _, id) =>
    requireStripeObject(account.paymentIntents.get(id), 'payment_intent', id),
  'GET /v1/charges': (account, form) => listStripeObjects(account, 'charges', form),
  'GET /v1/charges/:id': (account, _, id) => requireStripeObject(account.charges.get(id), 'charge', id),
  'POST /v1/refunds': (account, form) => createStripeRefund(account, form),
  'GET /v1/refunds': (account, form) => listStripeObjects(account, 'refunds', form),
  'GET /v1/refunds/:id': (account, _, id) => requireStripeObject(account.refunds.get(id), 'refund', id),
  'GET /v1/events': (account, form) => listStripeEvents(account, form),
  'GET /v1/events/:id': (account, _, id) => requireStripeObject(account.events.get(id), 'event', id),
}

/** @throws {StripeError} 404 for an unknown endpoint */
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
  throw new StripeError(404, `Unrecognized request URL (${method}: ${path}).`)
}
