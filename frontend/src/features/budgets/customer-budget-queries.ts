import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { CustomerBudget } from '#contract/budgets'
import type { Endpoint, EndpointReply, EndpointRequestInput } from '#contract/endpoint'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions, invalidateEndpoints, invalidateQueriesByPath } from '../../api/endpoint-query.ts'

const { listBudgetsOfCustomer, listBudgetTemplates } = apiContract.customerBudgets

const budgetsOf = (customerId: string) => endpointQueryOptions(listBudgetsOfCustomer, { params: { customerId } })

export const useCustomerBudgets = (customerId: string) => useQuery(budgetsOf(customerId))

export const useBudgetTemplates = () => useQuery(endpointQueryOptions(listBudgetTemplates, {}))

export function useShowSavedBudget(customerId: string) {
  const queries = useQueryClient()
  return (saved: CustomerBudget) => {
    queries.setQueryData(budgetsOf(customerId).queryKey, (before: { items: CustomerBudget[] } | undefined) => {
      const items = before?.items ?? []
      const isThere = items.some(({ budgetId }) => budgetId === saved.budgetId)
      return {
        items: isThere ? items.map((each) => (each.budgetId === saved.budgetId ? saved : each)) : [saved, ...items],
      }
    })
    void invalidateQueriesByPath(queries, '/customers/tasks', '/pathway')
  }
}

export function useInvalidateBudgets() {
  const queries = useQueryClient()
  return () => invalidateEndpoints(queries, listBudgetsOfCustomer)
}

type BudgetEndpoint = Endpoint & { readonly reply: typeof apiContract.customerBudgets.saveBudget.reply }

export function useBudgetMutation<E extends BudgetEndpoint>(
  endpoint: E,
  customerId: string,
  done?: (saved: CustomerBudget) => void,
) {
  const show = useShowSavedBudget(customerId)
  const invalidate = useInvalidateBudgets()
  return useMutation({
    mutationFn: async (given: EndpointRequestInput<E>) =>
      (await callApi(endpoint, given)) as EndpointReply<E> & CustomerBudget,
    onSuccess: (saved) => {
      show(saved)
      done?.(saved)
    },
    onError: invalidate,
  })
}
