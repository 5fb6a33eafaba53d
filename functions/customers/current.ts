import type { customers } from '#contract/customers'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

/** The caller's own file. It is made together with the account, so that a cliente without one is a fault of ours. */
export const currentCustomer: Action<typeof customers.current> = async ({ actor }, { data }) => {
  const customerId = ownCustomerId(actor)
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) return customer
  const { data: removed } = await data.removedCustomers.get({ customerId }).go()
  return refuse(removed ? 'account-inactive' : 'profile-missing')
}
