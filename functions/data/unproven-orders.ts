import type { Data } from './data.ts'

/** What was paid, and not given back, under an address by clients who have no account: it waits for whoever proves the address. */
export async function paidUnder(email: string, data: Data) {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  return (await Promise.all(found.map((customer) => unprovenPaymentsOf(customer, data)))).flat()
}

/** The same of one client: nothing when an account is theirs, because theirs it became when the address was proven. */
export async function unprovenPaymentsOf(
  { customerId, userId }: { readonly customerId: string; readonly userId?: string | undefined },
  data: Data,
) {
  if (userId !== undefined) return []
  const { data: payments } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return payments.filter(({ status }) => status !== 'refunded')
}
