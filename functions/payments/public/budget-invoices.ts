import type { BudgetInvoice } from '#contract/budgets'
import type { StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'

export const toInvoiceKey = ({ kind, orderId, refundId }: Pick<BudgetInvoice, 'kind' | 'orderId' | 'refundId'>) =>
  `${kind} ${refundId ?? orderId}`

export async function listInvoices(
  agreement: StoredAgreement,
  { refunds }: Database,
): Promise<readonly BudgetInvoice[]> {
  const paid = agreement.parts.flatMap(({ orderId, amountCents, paidAt }) =>
    paidAt ? [{ kind: 'invoice' as const, orderId, refundId: null, amountCents, at: paidAt }] : [],
  )
  const found = await Promise.all(
    paid.map(async ({ orderId }) => (await refunds.query.byOrder({ orderId }).go({ pages: 'all' })).data),
  )
  const back = found
    .flat()
    // What a bank takes back cancels no invoice by itself: the practice decides in its own program.
    .filter(({ status, amountCents, reason }) => status !== 'failed' && amountCents > 0 && reason !== 'bank')
    .map(({ orderId, refundId, amountCents, requestedAt }) => ({
      kind: 'credit-note' as const,
      orderId,
      refundId,
      amountCents,
      at: requestedAt,
    }))
  return [...paid, ...back].map((invoice) => ({
    ...invoice,
    doneAt: agreement.invoiced[toInvoiceKey(invoice)] ?? null,
  }))
}
