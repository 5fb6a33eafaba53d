import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Endpoint, RequestInput, Reply } from '#contract/endpoint'
import { refusals } from '#contract/refusals'
import { call } from './call.ts'
import { emitAuthEvent } from './auth-events.ts'
import { ApiError } from './api-error.ts'
import { clearSession } from './session.ts'

export const read = <E extends Endpoint>(endpoint: E, given: RequestInput<E>) => ({
  queryKey: [endpoint.method, endpoint.path, given] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Reply<E>> => call(endpoint, given, signal),
})

export const readPages = <E extends Endpoint>(endpoint: E, given: RequestInput<E>) => ({
  queryKey: [endpoint.method, endpoint.path, given, 'pages'] as const,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }): Promise<Reply<E>> =>
    call(endpoint, pageAt(given, pageParam), signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Reply<E>) => (page as { next: string | null }).next ?? undefined,
})

const pageAt = <Whole>(given: Whole, cursor: string | undefined): Whole => {
  const { query } = given as { readonly query?: object }
  return { ...given, query: { ...query, cursor } }
}

export const write = <E extends Endpoint>(endpoint: E) => ({
  mutationFn: (given: RequestInput<E>): Promise<Reply<E>> => call(endpoint, given),
})

/** Three retries; refusals are never retried. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 3 && !(error instanceof ApiError && refusals[error.code] < 500)

/** 1 s, 2 s, 4 s … at most 30 s. */
export const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

const ended = (error: unknown) =>
  error instanceof ApiError && ['session-ended', 'not-signed-in', 'account-inactive'].includes(error.code)

const onSessionEnded = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'account-inactive') emitAuthEvent('accountInactive')
  if (error instanceof ApiError && error.code === 'not-allowed') emitAuthEvent('notAllowed')
  if (ended(error)) clearSession()
}

/** Every write adds an entry to the timeline of a client. */
const timeline = [api.customers.timeline.method, api.customers.timeline.path]

export function makeQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: 5 * 60_000, staleTime: 30_000 },
      // Kept back until there is a network, it would happen when nobody expects it any more: asked now, it fails now.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: onSessionEnded }),
    mutationCache: new MutationCache({
      onError: onSessionEnded,
      onSuccess: () => void queries.invalidateQueries({ queryKey: timeline }),
    }),
  })
  return queries
}
