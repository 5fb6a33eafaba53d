import type { customers } from '#contract/customers'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { shown } from './shown.ts'

export const readCustomer: Action<typeof customers.read> = async ({ params }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  return shown(customer ?? refuse('not-found'))
}
