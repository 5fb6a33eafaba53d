import type { payments } from '#contract/payments'
import { paymentsOf } from '#data/queries'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

export const listOwnPayments: Action<typeof payments.list> = ({ actor, query }, { data }) =>
  paymentsOf(data, ownCustomerId(actor), query)

export const listPaymentsOfCustomer: Action<typeof payments.listOfCustomer> = async ({ params, query }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) refuse('not-found')
  return paymentsOf(data, params.customerId, query)
}
