import type { EntityItem } from 'electrodb'
import type { Customer } from '#contract/customers'
import type { Entities } from '#data/entities'

/** A client as the contract shows one: what is not known is null, not absent. */
export const shown = (customer: EntityItem<Entities['customers']>): Customer => ({
  customerId: customer.customerId,
  name: customer.name,
  email: customer.email,
  phone: customer.phone ?? null,
  address: customer.address ?? null,
  notes: customer.notes ?? null,
  createdAt: customer.createdAt,
})
