import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { BudgetContent } from '#contract/budget-option'
import type { CustomerBudget } from '#contract/budgets'
import { callApi } from '../../api/call-api.ts'
import { useInvalidateBudgets, useShowSavedBudget } from './customer-budget-queries.ts'

interface Saving {
  readonly budgetId: string
  readonly content: BudgetContent
  readonly revision: number
  readonly publishes: boolean
}

interface Listener {
  readonly saved: (budget: CustomerBudget) => void
}

const { saveBudget, publishBudget } = apiContract.customerBudgets

export function useSaveBudget(customerId: string, { saved }: Listener) {
  const show = useShowSavedBudget(customerId)
  const invalidate = useInvalidateBudgets()
  return useMutation({
    mutationFn: async ({ budgetId, content, revision, publishes }: Saving) => {
      const params = { customerId, budgetId }
      const draft = await callApi(saveBudget, { params, body: { content, revision } })
      saved(draft)
      show(draft)
      if (publishes) show(await callApi(publishBudget, { params, body: { revision: draft.revision } }))
    },
    onError: invalidate,
  })
}
