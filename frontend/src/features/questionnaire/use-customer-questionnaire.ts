import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/api'
import type { Reply } from '#contract/endpoint'
import { read, readPages, write } from '../../api/query.ts'

const { readOfCustomer, readVersionOfCustomer, see } = api.questionnaire

export const useCustomerQuestionnaire = (customerId: string) =>
  useInfiniteQuery({
    ...readPages(readOfCustomer, { params: { customerId }, query: {} }),
    getNextPageParam: ({ versions }) => versions.next ?? undefined,
  })

export type ReadQuestionnaire = ReturnType<typeof useCustomerQuestionnaire>

/** The version that this administrador saw at the last visit. */
export type Seen = NonNullable<Reply<typeof readOfCustomer>['seen']>

export const useCustomerVersion = (customerId: string, version: number) =>
  useQuery(read(readVersionOfCustomer, { params: { customerId, version } }))

/** Marks each version once. If that fails, it is new again at the next visit. */
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
