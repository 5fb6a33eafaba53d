import type { customers } from '#contract/customers-domain'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from './public/require-customer.ts'
import { toCustomer } from './to-customer.ts'

export const readCustomer: EndpointAction<typeof customers.read> = async ({ params }, services) => {
  const customer = await requireCustomer(params.customerId, services.data)
  const { userId } = customer
  const { data: user } = userId ? await services.data.users.get({ userId }).go() : { data: null }
  return { ...toCustomer(customer), birthDate: user?.birthDate ?? null }
}
