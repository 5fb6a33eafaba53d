import type { customers } from '#contract/customers-domain'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from './public/require-customer.ts'
import { toCustomer } from './to-customer.ts'

export const readCustomer: EndpointAction<typeof customers.read> = async ({ params }, services) => {
  const customer = await requireCustomer(params.customerId, services.data)
  const { userId } = customer
  const { data: user } = userId ? await services.data.users.get({ userId }).go() : { data: null }
  return { ...toCustomer(customer), birthDate: user?.birthDate ?? null }
}

/** Created together with the account, so a missing one is a fault. */
export const readOwnCustomer: EndpointAction<typeof customers.current> = async ({ actor }, { data }) => {
  const customerId = requireOwnCustomerId(actor)
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) return customer
  const { data: removed } = await data.removedCustomers.get({ customerId }).go()
  return throwRefusal(removed ? 'account-inactive' : 'profile-missing')
}
