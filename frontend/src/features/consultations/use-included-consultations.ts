import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { BudgetAgreement, CustomerBudget } from '#contract/budgets'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'

/** Consultations of an accepted budget that are not booked yet: paid (`free`), or waiting for a payment (`blocked`). */
export interface IncludedConsultations extends Pick<
  BudgetAgreement,
  'acceptedAt' | 'consultations' | 'earlyStartUntil' | 'option'
> {
  readonly budgetId: string
}

const toIncluded = ({ budgetId, published }: CustomerBudget): readonly IncludedConsultations[] => {
  const agreement = published?.agreement
  if (!agreement || agreement.consultations.free + agreement.consultations.blocked === 0) return []
  const { acceptedAt, consultations, earlyStartUntil, option } = agreement
  return [{ budgetId, acceptedAt, consultations, earlyStartUntil, option }]
}

/** Oldest agreement first, as the server takes a consultation from it where none is named. */
export function useIncludedConsultations(customerId: string | undefined) {
  const { data, error, isLoading, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.customerBudgets.listBudgetsOfCustomer, {
      params: { customerId: customerId ?? '' },
    }),
    enabled: Boolean(customerId),
  })
  const included = (data?.items ?? [])
    .flatMap(toIncluded)
    .toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
  return { included, error, isLoading, retry: () => void refetch() }
}

export const findBookable = (included: readonly IncludedConsultations[]): IncludedConsultations | undefined =>
  included.find(({ consultations }) => consultations.free > 0)

export const countLeft = ({ consultations: { count, used } }: IncludedConsultations): number => count - used
