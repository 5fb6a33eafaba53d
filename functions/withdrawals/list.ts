import type { withdrawals } from '#contract/withdrawals'
import { newestWithdrawals } from '#data/queries'
import type { Action } from '#platform/serve'

export const listWithdrawals: Action<typeof withdrawals.list> = async ({ query }, { data }) => {
  const { items, next } = await newestWithdrawals(data, query)
  return {
    items: items.map(({ withdrawalId, name, email, contract, comment, requestedAt }) => ({
      withdrawalId,
      name,
      email,
      contract: contract ?? null,
      comment: comment ?? null,
      requestedAt,
    })),
    next,
  }
}
