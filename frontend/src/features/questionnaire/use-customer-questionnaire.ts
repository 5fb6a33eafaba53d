import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/api'
import type { Reply } from '#contract/endpoint'
import { read, readPages, write } from '../../api/query.ts'

const { readOfCustomer, readVersionOfCustomer, see } = api.questionnaire

/** What a client answered, with the days on which they saved it, page after page. */
export const useCustomerQuestionnaire = (customerId: string) =>
  useInfiniteQuery({
    ...readPages(readOfCustomer, { params: { customerId }, query: {} }),
    getNextPageParam: ({ versions }) => versions.next ?? undefined,
  })

export type ReadQuestionnaire = ReturnType<typeof useCustomerQuestionnaire>

/** What whoever looks saw at their last visit. */
export type Seen = NonNullable<Reply<typeof readOfCustomer>['seen']>

export const useCustomerVersion = (customerId: string, version: number) =>
  useQuery(read(readVersionOfCustomer, { params: { customerId, version } }))

/** Notes that a version has been looked at, each once. What could not be noted is new again at the next visit. */
export function useSeeing(customerId: string): (version: number) => void {
  const queries = useQueryClient()
  const noted = useRef(0)
  const { mutate } = useMutation({
    ...write(see),
    onSuccess: () => queries.invalidateQueries({ queryKey: [readOfCustomer.method, readOfCustomer.path] }),
  })
  return (version) => {
    if (noted.current >= version) return
    noted.current = version
    mutate({ params: { customerId }, body: { version } })
  }
}
