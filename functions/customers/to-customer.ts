import type { Customer, CustomerName, CustomerRow } from '#contract/customers'
import type { StoredCustomer } from '#data/customer-writes'

/** A client as the contract shows one: what is not known is null, not absent. */
export const toCustomer = (customer: StoredCustomer): Customer => ({
  ...toCustomerRow(customer),
  address: customer.address ?? null,
  notes: customer.notes ?? null,
  version: customer.version,
})

export const toCustomerRow = ({ customerId, name, email, phone, createdAt }: StoredCustomer): CustomerRow => ({
  customerId,
  name,
  email,
  phone: phone ?? null,
  createdAt,
})

export const toCustomerName = ({ customerId, name, email }: StoredCustomer): CustomerName => ({
  customerId,
  name,
  email,
})
