import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { AccountFilter } from '#contract/customers'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { readPages, write } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'

export interface CustomerFilter {
  readonly search: string
  readonly order: 'newest' | 'name'
  readonly account: AccountFilter | undefined
}

/** Keeps the previous results until the new ones arrive. */
export const useCustomerList = ({ search, order, account }: CustomerFilter) =>
  useInfiniteQuery({
    ...readPages(api.customers.list, {
      query: { ...(search && { search }), ...(order !== 'newest' && { order }), ...(account && { account }) },
    }),
    placeholderData: keepPreviousData,
  })

const touched: readonly string[] = ['/customers', '/consultations']

export function useInvalidateCustomers() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => touched.some((each) => String(path).startsWith(each)),
    })
}

/** The deletion can be undone from the notice or the list of deleted clients. */
export function useRemoval({ withProof, isCancelled }: Proof, done: () => void) {
  const look = useInvalidateCustomers()
  const restore = useRestore()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (params: { readonly customerId: string }) => withProof(() => call(api.customers.remove, { params })),
    onSuccess: (_, params) => {
      notify.undoable('Cliente eliminado correctamente', () => restore.mutate({ params }))
      done()
      return look()
    },
  })
  return { remove: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}

export function useRestore() {
  const look = useInvalidateCustomers()
  return useMutation({
    ...write(api.customers.restore),
    onSuccess: () => {
      notify.success('Cliente recuperado')
      return look()
    },
    onError: (error) => notify.failure('Error', errorText(error)),
  })
}
