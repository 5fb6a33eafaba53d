import type { customers } from '#contract/customers'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from './enter.ts'
import { toCustomer } from './to-customer.ts'

export const readCustomer: EndpointAction<typeof customers.read> = async ({ params }, services) =>
  toCustomer(await requireCustomer(params.customerId, services))
