import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { BudgetAgreement, CustomerBudget } from '#contract/budgets'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'

/** Paid consultations of an accepted budget that are not booked yet. */
export interface IncludedConsultations extends Pick<BudgetAgreement, 'consultations' | 'earlyStartUntil' | 'option'> {
  readonly budgetId: string
}

const toIncluded = ({ budgetId, published }: CustomerBudget): readonly IncludedConsultations[] => {
  const agreement = published?.agreement
  if (!agreement || agreement.consultations.free + agreement.consultations.blocked === 0) return []
  const { consultations, earlyStartUntil, option } = agreement
  return [{ budgetId, consultations, earlyStartUntil, option }]
}

/** Sorted by acceptance, oldest first. */
export function useIncludedConsultations(customerId: string | undefined) {
  const { data, error, isLoading, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.customerBudgets.listBudgetsOfCustomer, {
      params: { customerId: customerId ?? '' },
    }),
    enabled: Boolean(customerId),
  })
  const included = data?.items.toReversed().flatMap(toIncluded) ?? []
  return { included, error, isLoading, retry: () => void refetch() }
}

export const findBookable = (included: readonly IncludedConsultations[]): IncludedConsultations | undefined =>
  included.find(({ consultations }) => consultations.free > 0)

export const countLeft = ({ consultations: { count, used } }: IncludedConsultations): number => count - used
