import type { customers } from '#contract/customers'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

/** Created together with the account, so a missing one is a fault. */
export const currentCustomer: Action<typeof customers.current> = async ({ actor }, { data }) => {
  const customerId = ownCustomerId(actor)
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) return customer
  const { data: removed } = await data.removedCustomers.get({ customerId }).go()
  return refuse(removed ? 'account-inactive' : 'profile-missing')
}
