import { type Account, found } from './account.ts'
import { checkoutOf, createSession, expireSession } from './checkout.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './customers.ts'
import { createCoupon, createPromotionCode, updatePromotionCode } from './discounts.ts'
import type { Form } from './form.ts'
import {
  listEvents,
  listLineItems,
  listPaymentIntents,
  listPlain,
  listPrices,
  listPromotionCodes,
  listSessions,
} from './lists.ts'
import { createRefund } from './payment.ts'
import { StripeError } from './stripe-error.ts'

type Answer = (account: Account, form: Form, id: string) => object

const routes: Readonly<Record<string, Answer>> = {
  'POST /v1/checkout/sessions': (account, form) => createSession(account, form),
  'GET /v1/checkout/sessions': (account, form) => listSessions(account, form),
  'GET /v1/checkout/sessions/:id': (account, _, id) => checkoutOf(account, id).session,
  'GET /v1/checkout/sessions/:id/line_items': (account, _, id) => listLineItems(account, id),
  'POST /v1/checkout/sessions/:id/expire': (account, _, id) => expireSession(account, id),
  'GET /v1/prices': (account) => listPrices(account),
  'GET /v1/prices/:id': (account, _, id) => found(account.prices.get(id), 'price', id).price,
  'POST /v1/customers': (account, form) => createCustomer(account, form),
  'GET /v1/customers': (account, form) => listPlain(account, 'customers', form),
  'GET /v1/customers/:id': (account, _, id) => found(account.customers.get(id), 'customer', id),
  'POST /v1/customers/:id': (account, form, id) => updateCustomer(account, id, form),
  'DELETE /v1/customers/:id': (account, _, id) => deleteCustomer(account, id),
  'POST /v1/coupons': (account, form) => createCoupon(account, form),
  'GET /v1/coupons': (account, form) => listPlain(account, 'coupons', form),
  'GET /v1/coupons/:id': (account, _, id) => found(account.coupons.get(id), 'coupon', id),
  'POST /v1/promotion_codes': (account, form) => createPromotionCode(account, form),
  'GET /v1/promotion_codes': (account, form) => listPromotionCodes(account, form),
  'GET /v1/promotion_codes/:id': (account, _, id) => found(account.promotionCodes.get(id), 'promotion code', id),
  'POST /v1/promotion_codes/:id': (account, form, id) => updatePromotionCode(account, id, form),
  'GET /v1/payment_intents': (account, form) => listPaymentIntents(account, form),
  'GET /v1/payment_intents/:id': (account, _, id) => found(account.paymentIntents.get(id), 'payment_intent', id),
  'GET /v1/charges': (account, form) => listPlain(account, 'charges', form),
  'GET /v1/charges/:id': (account, _, id) => found(account.charges.get(id), 'charge', id),
  'POST /v1/refunds': (account, form) => createRefund(account, form),
  'GET /v1/refunds': (account, form) => listPlain(account, 'refunds', form),
  'GET /v1/refunds/:id': (account, _, id) => found(account.refunds.get(id), 'refund', id),
  'GET /v1/events': (account, form) => listEvents(account, form),
  'GET /v1/events/:id': (account, _, id) => found(account.events.get(id), 'event', id),
}

/** @throws {StripeError} 404 for an unknown endpoint */
export function routeOf(method: string, path: string): { answer: Answer; id: string } {
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
