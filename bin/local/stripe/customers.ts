import * as z from 'zod/mini'
import { type Account, found, made } from './account.ts'
import type { Form } from './form.ts'
import type { Customer } from './objects.ts'
import { email, ignored, metadata, orNull, readParams, text } from './params.ts'

const customerParams = z.strictObject({
  email: orNull(email),
  name: orNull(text),
  phone: orNull(text),
  description: orNull(text),
  metadata: z._default(metadata, {}),
  address: ignored,
  preferred_locales: ignored,
})

export function createCustomer(account: Account, form: Form): Customer {
  const { address: _, preferred_locales: __, ...params } = readParams(customerParams, form)
  const customer: Customer = { ...made(account, 'cus'), ...params, object: 'customer' }
  account.customers.put(customer.id, customer)
  return customer
}

export function updateCustomer(account: Account, id: string, form: Form): Customer {
  const customer = found(account.customers.get(id), 'customer', id)
  const given = Object.fromEntries(Object.entries(readParams(customerParams, form)).filter(([name]) => name in form))
  const changed = {
    ...customer,
    ...given,
    metadata: { ...customer.metadata, ...readParams(customerParams, form).metadata },
  }
  account.customers.put(id, changed)
  return changed
}

export function deleteCustomer(account: Account, id: string) {
  found(account.customers.get(id), 'customer', id)
  account.customers.delete(id)
  return { id, object: 'customer', deleted: true }
}
