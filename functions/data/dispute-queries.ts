import type { Database } from './database.ts'

/** The earliest term of a disputed payment that the practice has still to answer in Stripe. */
export async function findDisputeToAnswer(
  customerId: string,
  { payments, disputes }: Database,
): Promise<string | undefined> {
  const { data: paid } = await payments.query.byCustomer({ customerId }).go({ pages: 'all' })
  const found = await Promise.all(
    // A dispute counts in its payment's version, as a refund does.
    paid
      .filter(({ refundVersion = 0 }) => refundVersion > 0)
      .map(async ({ orderId }) => (await disputes.query.byOrder({ orderId }).go({ pages: 'all' })).data),
  )
  return (
    found
      .flat()
      // Without a term the bank allows no answer.
      .flatMap(({ state, answerBy }) => (state === 'needs-response' && answerBy ? [answerBy] : []))
      .toSorted()[0]
  )
}
