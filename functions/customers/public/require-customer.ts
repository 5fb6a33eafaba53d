import type { Database } from '#data/database'
import type { StoredCustomer } from '#data/customer-writes'
import { throwRefusal } from '#platform/refusal-error'

/** @throws Refusal `not-found`, also for a deleted client, whose record is in `removedCustomers` */
export async function requireCustomer(customerId: string, data: Database): Promise<StoredCustomer> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer ?? throwRefusal('not-found')
}
