import type { Database } from './database.ts'

/** Unrefunded payments of clients without an account: they wait until the address is verified. */
export async function findPaymentsByUnverifiedEmail(email: string, data: Database) {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  return (await Promise.all(found.map((customer) => findPaymentsOfUnverifiedCustomer(customer, data)))).flat()
}

/** Empty for a client with an account: it received the payments when the address was verified. */
export async function findPaymentsOfUnverifiedCustomer(
  { customerId, userId }: { readonly customerId: string; readonly userId?: string | undefined },
  data: Database,
) {
  if (userId !== undefined) return []
  const { data: payments } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all' })
  return payments.filter(({ status }) => status !== 'refunded')
}
