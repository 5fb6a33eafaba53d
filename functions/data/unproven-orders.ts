import type { Data } from './data.ts'

/** Payments not refunded, of clients without an account: they wait until the address is verified. */
export async function paidUnder(email: string, data: Data) {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  return (await Promise.all(found.map((customer) => unprovenPaymentsOf(customer, data)))).flat()
}

/** Empty for a client with an account: it received the payments when the address was verified. */
export async function unprovenPaymentsOf(
  { customerId, userId }: { readonly customerId: string; readonly userId?: string | undefined },
  data: Data,
) {
  if (userId !== undefined) return []
  const { data: payments } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return payments.filter(({ status }) => status !== 'refunded')
}
