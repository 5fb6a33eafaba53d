import type { Customer, CustomerName, CustomerRow } from '#contract/customers'
import type { StoredCustomer } from '#data/customer-writes'

/** A client as the contract shows one: what is not known is null, not absent. */
export const shown = (customer: StoredCustomer): Customer => ({
  ...row(customer),
  address: customer.address ?? null,
  notes: customer.notes ?? null,
  version: customer.version,
})

export const row = ({ customerId, name, email, phone, createdAt }: StoredCustomer): CustomerRow => ({
  customerId,
  name,
  email,
  phone: phone ?? null,
  createdAt,
})

export const named = ({ customerId, name, email }: StoredCustomer): CustomerName => ({ customerId, name, email })
