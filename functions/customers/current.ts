import type { customers } from '#contract/customers'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

/** The caller's own file. It is made together with the account, so that a cliente without one is a fault of ours. */
export const currentCustomer: Action<typeof customers.current> = async ({ actor }, { data }) => {
  const { data: customer } = await data.customers.get({ customerId: ownCustomerId(actor) }).go()
  return customer ?? refuse('profile-missing')
}
