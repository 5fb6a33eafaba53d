import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { AccountPresenceFilter, CustomerSortOrder } from '#contract/customers'
import type { CustomerListName } from '#contract/customer-lists'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import {
  endpointPagesQueryOptions,
  endpointMutationOptions,
  invalidateQueriesByPath,
} from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

export interface CustomerListFilter {
  readonly search: string
  readonly order: CustomerSortOrder
  readonly account: AccountPresenceFilter | undefined
}

export const useCustomerList = ({ search, order, account }: CustomerListFilter) =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.customers.list, {
      query: { ...(search && { search }), ...(order !== 'newest' && { order }), ...(account && { account }) },
    }),
    placeholderData: keepPreviousData,
  })

export const useCustomersOfList = (list: CustomerListName | undefined) =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.customers.listPathways, { query: { list: list ?? 'inactive' } }),
    enabled: list !== undefined,
    placeholderData: keepPreviousData,
  })

export function useInvalidateCustomers() {
  const queries = useQueryClient()
  return () => invalidateQueriesByPath(queries, '/customers', '/consultations')
}

export function useRemoveCustomer({ withProof, isCancelled }: FreshMfaProofPrompt, done: () => void) {
  const invalidate = useInvalidateCustomers()
  const restore = useRestoreCustomer()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (params: { readonly customerId: string }) =>
      withProof(() => callApi(apiContract.customers.remove, { params })),
    onSuccess: (_, params) => {
      showNotice.undoable('Cliente eliminado correctamente', () => restore.mutate({ params }))
      done()
      return invalidate()
    },
  })
  return { remove: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}

export function useRestoreCustomer() {
  const invalidate = useInvalidateCustomers()
  return useMutation({
    ...endpointMutationOptions(apiContract.customers.restore),
    onSuccess: () => {
      showNotice.success('Cliente recuperado')
      return invalidate()
    },
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
}
