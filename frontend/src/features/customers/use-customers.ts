import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { readPages, write } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'

/** The clients whom a text finds, or all; what was found before stays until the answer is there. */
export const useCustomerList = (search: string) =>
  useInfiniteQuery({
    ...readPages(api.customers.list, { query: { ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })

const touched: readonly string[] = ['/customers', '/consultations']

/** Has everything asked anew that tells of clients. */
export function useLookAgain() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => touched.some((each) => String(path).startsWith(each)),
    })
}

/** Deletes a client, who can be brought back from the notice or from the list of the deleted. */
export function useRemoval(done: () => void) {
  const look = useLookAgain()
  const restore = useRestore()
  return useMutation({
    ...write(api.customers.remove),
    onSuccess: (_, { params }) => {
      notify.undoable('Cliente eliminado correctamente', () => restore.mutate({ params }))
      done()
      return look()
    },
  })
}

export function useRestore() {
  const look = useLookAgain()
  return useMutation({
    ...write(api.customers.restore),
    onSuccess: () => {
      notify.success('Cliente recuperado')
      return look()
    },
    onError: (error) => notify.failure('Error', errorText(error)),
  })
}
