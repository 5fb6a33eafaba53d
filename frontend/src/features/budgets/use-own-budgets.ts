import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { OwnBudget } from '#contract/budgets'
import { callApi } from '../../api/call-api.ts'
import { endpointMutationOptions, endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { useBackForwardCacheRestore } from '../../ui/use-back-forward-cache-restore.ts'

const {
  listBudgets,
  askAboutBudget,
  declineBudget,
  acceptBudget,
  checkoutBudgetPart,
  budgetCancellation,
  cancelBudget,
} = apiContract.budgets

const mine = endpointQueryOptions(listBudgets, {})

export const useOwnBudgets = () => useQuery({ ...mine, refetchOnWindowFocus: 'always' })

const replaceBudget = (queries: QueryClient, changed: OwnBudget) =>
  queries.setQueryData(
    mine.queryKey,
    (known: { items: OwnBudget[] } | undefined) =>
      known && { items: known.items.map((each) => (each.budgetId === changed.budgetId ? changed : each)) },
  )

const readAgain = (queries: QueryClient) => queries.invalidateQueries({ queryKey: mine.queryKey })

export function useAskAboutBudget(done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...endpointMutationOptions(askAboutBudget),
    onSuccess: (changed) => {
      replaceBudget(queries, changed)
      done()
    },
    onError: () => void readAgain(queries),
  })
}

export function useDeclineBudget(done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    ...endpointMutationOptions(declineBudget),
    onSuccess: (changed) => {
      replaceBudget(queries, changed)
      done()
    },
    onError: () => void readAgain(queries),
  })
}

/** Always refetched: an acceptance names the no-show rule that the client has read. */
const currentPaymentRulesQuery = {
  queryKey: ['current-payment-rules'],
  queryFn: () => callApi(apiContract.purchases.quote, { body: { product: 'primera-consulta' } }),
  staleTime: 0,
} as const

export const useCurrentPaymentRules = () =>
  useQuery({ ...currentPaymentRulesQuery, select: ({ noShowRule }) => (noShowRule ? { noShowRule } : {}) })

/** After a return by the browser's back button the state is refetched. */
export function useAcceptBudget(saved: () => void) {
  const queries = useQueryClient()
  const accept = useMutation({
    ...endpointMutationOptions(acceptBudget),
    onSuccess: ({ url }) => {
      saved()
      browserWindowActions.leaveFor(url)
    },
    // The acceptance may succeed although its payment is refused; the budget is then among the accepted ones.
    onError: () =>
      Promise.all([readAgain(queries), queries.invalidateQueries({ queryKey: currentPaymentRulesQuery.queryKey })]),
  })
  useBackForwardCacheRestore(() => {
    accept.reset()
    void readAgain(queries)
  })
  return accept
}

export function usePayBudgetPart() {
  const queries = useQueryClient()
  const pay = useMutation({
    ...endpointMutationOptions(checkoutBudgetPart),
    onSuccess: ({ url }) => browserWindowActions.leaveFor(url),
    onError: () => void readAgain(queries),
  })
  useBackForwardCacheRestore(() => {
    pay.reset()
    void readAgain(queries)
  })
  return pay
}

export const useBudgetCancellation = (budgetId: string) =>
  useQuery({ ...endpointQueryOptions(budgetCancellation, { params: { budgetId } }), staleTime: 0, gcTime: 0 })

export function useCancelBudget(done: (refundCents: number, heldUpCents: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...endpointMutationOptions(cancelBudget),
    onSuccess: ({ budget, refundCents }) => {
      replaceBudget(queries, budget)
      done(refundCents, budget.agreement?.heldUpRefundCents ?? 0)
      return invalidateQueriesByPath(queries, '/consultations/mine', '/payments')
    },
    // The refund has changed, or the budget has ended.
    onError: () => Promise.all([readAgain(queries), invalidateQueriesByPath(queries, budgetCancellation.path)]),
  })
}
