import * as z from 'zod/mini'
import { type StripeStandInState, requireStripeObject, createStripeObjectFields } from './stripe-stand-in-state.ts'
import type { StripeFormBody } from './form-body.ts'
import type { StripeCustomer } from './stripe-objects.ts'
import {
  stripeEmailParam,
  ignoredStripeParam,
  stripeMetadataParam,
  nullableStripeParam,
  parseStripeParams,
  stripeTextParam,
} from './params.ts'

const customerParams = z.strictObject({
  email: nullableStripeParam(stripeEmailParam),
  name: nullableStripeParam(stripeTextParam),
  phone: nullableStripeParam(stripeTextParam),
  description: nullableStripeParam(stripeTextParam),
  metadata: z._default(stripeMetadataParam, {}),
  address: ignoredStripeParam,
  preferred_locales: ignoredStripeParam,
})

export function serveCreateStripeCustomer(account: StripeStandInState, form: StripeFormBody): StripeCustomer {
  const { address: _, preferred_locales: __, ...params } = parseStripeParams(customerParams, form)
  const customer: StripeCustomer = { ...createStripeObjectFields(account, 'cus'), ...params, object: 'customer' }
  account.customers.put(customer.id, customer)
  return customer
}

export function serveUpdateStripeCustomer(
  account: StripeStandInState,
  id: string,
  form: StripeFormBody,
): StripeCustomer {
  const customer = requireStripeObject(account.customers.get(id), 'customer', id)
  const given = Object.fromEntries(
    Object.entries(parseStripeParams(customerParams, form)).filter(([name]) => name in form),
  )
  const changed = {
    ...customer,
    ...given,
    metadata: { ...customer.metadata, ...parseStripeParams(customerParams, form).metadata },
  }
  account.customers.put(id, changed)
  return changed
}

export function serveDeleteStripeCustomer(account: StripeStandInState, id: string) {
  requireStripeObject(account.customers.get(id), 'customer', id)
  account.customers.delete(id)
  return { id, object: 'customer', deleted: true }
}
