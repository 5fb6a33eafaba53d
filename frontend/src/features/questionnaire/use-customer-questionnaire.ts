import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { findChangedQuestionnaireFields } from '#contract/questionnaire'
import {
  endpointQueryOptions,
  endpointPagesQueryOptions,
  endpointMutationOptions,
  invalidateEndpoints,
} from '../../api/endpoint-query.ts'
import { useScrolledTo } from '../../ui/use-scrolled-to.ts'

export const QUESTIONNAIRE_HASH = '#cuestionario'

const { readOfCustomer, readVersionOfCustomer, see } = apiContract.questionnaire

export const useCustomerQuestionnaire = (customerId: string) =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(readOfCustomer, { params: { customerId }, query: {} }),
    getNextPageParam: ({ versions }) => versions.next,
  })

export type CustomerQuestionnaireQuery = ReturnType<typeof useCustomerQuestionnaire>

/** The version that this administrador saw at the last visit. */
export type LastSeenQuestionnaire = NonNullable<EndpointReply<typeof readOfCustomer>['seen']>

export function findChangedSinceRead(read: EndpointReply<typeof readOfCustomer> | undefined): number | 'unread' {
  if (!read?.current) return 0
  return read.seen ? findChangedQuestionnaireFields(read.seen.answers, read.current.answers).length : 'unread'
}

export const useCustomerQuestionnaireVersion = (customerId: string, version: number) =>
  useQuery(endpointQueryOptions(readVersionOfCustomer, { params: { customerId, version } }))

/** Sent once per version. If it fails, the version counts as new again at the next visit. */
export function useMarkQuestionnaireSeen(customerId: string): (version: number) => void {
  const queries = useQueryClient()
  const noted = useRef(0)
  const { mutate } = useMutation({
    ...endpointMutationOptions(see),
    onSuccess: () =>
      invalidateEndpoints(queries, readOfCustomer, apiContract.customers.listTasks, apiContract.customers.readPathway),
  })
  return (version) => {
    if (noted.current >= version) return
    noted.current = version
    mutate({ params: { customerId }, body: { version } })
  }
}

/**
 * For answers beside something else: marked as read when somebody scrolls to `part`, or by `read`. Loading the page is no
 * reading, even where the answers are in view from the start.
 */
export function useMarkQuestionnaireReadOnScroll(
  customerId: string,
  part: RefObject<Element | null>,
): { read: () => void } {
  const { data } = useCustomerQuestionnaire(customerId)
  const mark = useMarkQuestionnaireSeen(customerId)
  const { current = null, seen = null } = data?.pages[0] ?? {}
  const unread = current && current.version > (seen?.version ?? 0) ? current.version : undefined
  const read = () => {
    if (unread !== undefined) mark(unread)
  }
  useScrolledTo(part, read)
  return { read }
}
