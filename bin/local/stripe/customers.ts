import * as z from 'zod/mini'
import { type StripeAccount, requireStripeObject, createStripeObjectFields } from './account.ts'
import type { StripeForm } from './form.ts'
import type { StripeCustomer } from './stripe-objects.ts'
import { emailParam, ignoredParam, metadataParam, nullableParam, parseStripeParams, textParam } from './params.ts'

const customerParams = z.strictObject({
  email: nullableParam(emailParam),
  name: nullableParam(textParam),
  phone: nullableParam(textParam),
  description: nullableParam(textParam),
  metadata: z._default(metadataParam, {}),
  address: ignoredParam,
  preferred_locales: ignoredParam,
})

export function createStripeCustomer(account: StripeAccount, form: StripeForm): StripeCustomer {
  const { address: _, preferred_locales: __, ...params } = parseStripeParams(customerParams, form)
  const customer: StripeCustomer = { ...createStripeObjectFields(account, 'cus'), ...params, object: 'customer' }
  account.customers.put(customer.id, customer)
  return customer
}

export function updateStripeCustomer(account: StripeAccount, id: string, form: StripeForm): StripeCustomer {
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

export function deleteStripeCustomer(account: StripeAccount, id: string) {
  requireStripeObject(account.customers.get(id), 'customer', id)
  account.customers.delete(id)
  return { id, object: 'customer', deleted: true }
}
