import { isDisputeOpen, type DisputeState } from '#contract/disputes'
import type { Database } from './database.ts'

/** Stripe refuses to refund what the bank has taken for now; during an inquiry it refunds. */
export const holdsUpRefunds = (dispute: { readonly state: DisputeState; readonly status: string }): boolean =>
  isDisputeOpen(dispute) && !dispute.status.startsWith('warning_')

/**
 * Of these orders, what is to be given back once the bank has decided about a dispute, unless the bank gives it back.
 */
export async function sumHeldUpRefunds(
  orderIds: readonly string[],
  { refunds, disputes }: Pick<Database, 'refunds' | 'disputes'>,
): Promise<number> {
  const sums = orderIds.map(async (orderId) => {
    const { data: asked } = await refunds.query.byOrder({ orderId }).go({ pages: 'all' })
    const waiting = asked.filter(({ status }) => status === 'requested')
    if (waiting.length === 0) return 0
    const { data: found } = await disputes.query.byOrder({ orderId }).go({ pages: 'all' })
    return found.some(holdsUpRefunds) ? waiting.reduce((sum, { amountCents }) => sum + amountCents, 0) : 0
  })
  return (await Promise.all(sums)).reduce((sum, cents) => sum + cents, 0)
}

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
