import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint, EndpointRequestInput, EndpointReply } from '#contract/endpoint'
import { callApi } from './call-api.ts'
import { emitAuthEvent } from './auth-events.ts'
import { ApiError } from './api-error.ts'
import { clearAuthSession } from './auth-session.ts'
import { sessionRenewal } from './session-renewal.ts'

export const endpointQueryOptions = <E extends Endpoint>(endpoint: E, given: EndpointRequestInput<E>) => ({
  queryKey: [endpoint.method, endpoint.path, given] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<EndpointReply<E>> => callApi(endpoint, given, signal),
})

export const endpointPagesQueryOptions = <E extends Endpoint>(endpoint: E, given: EndpointRequestInput<E>) => ({
  queryKey: [endpoint.method, endpoint.path, given, 'pages'] as const,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }): Promise<EndpointReply<E>> =>
    callApi(endpoint, pageAt(given, pageParam), signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: EndpointReply<E>) => (page as { next: string | null }).next,
})

const pageAt = <Whole>(given: Whole, cursor: string | undefined): Whole => {
  const { query } = given as { readonly query?: object }
  return { ...given, query: { ...query, cursor } }
}

export const endpointMutationOptions = <E extends Endpoint>(endpoint: E) => ({
  mutationFn: (given: EndpointRequestInput<E>): Promise<EndpointReply<E>> => callApi(endpoint, given),
})

/** Mutation scope: a birth date is sent before the requests that need it. */
export const inOrderWithBirthDate = { id: 'age' }

/** All other refusals would be the same again. Their list with its statuses would be in each page (refusals.ts). */
const isFinal = (error: unknown) => error instanceof ApiError && error.code !== 'payment-unavailable'

export const shouldRetryQuery = (failures: number, error: unknown): boolean => failures < 3 && !isFinal(error)

export const computeRetryDelayMs = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

const ended = (error: unknown) =>
  error instanceof ApiError && ['session-ended', 'not-signed-in', 'account-inactive'].includes(error.code)

const onSessionEnded = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'account-inactive') emitAuthEvent('accountInactive')
  if (error instanceof ApiError && error.code === 'not-allowed') emitAuthEvent('notAllowed')
  if (ended(error) && !sessionRenewal.isRunning()) clearAuthSession()
}

/** Refetches the endpoints' queries, whatever their parameters: visible ones at once, others when they are shown. */
export const invalidateEndpoints = (queries: QueryClient, ...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map(({ method, path }) => queries.invalidateQueries({ queryKey: [method, path] })))

export const invalidateQueriesByPath = (queries: QueryClient, ...parts: readonly string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => parts.some((part) => String(path).includes(part)),
  })

/** Secondary indexes lag by up to a second; the rest covers the round trip. */
const INDEX_LAG_MS = 1500

const isList = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && ('items' in data || 'pages' in data)

/**
 * A list read right after a write may lack it, and is refetched once. Reads by key are consistent; refetching them
 * could change a page while it is used, such as a registration.
 */
function rereadAfterIndexLag(queries: QueryClient): void {
  const writtenAt = Date.now()
  setTimeout(() => {
    // Does not cancel running requests, such as the next page of a list.
    void queries.invalidateQueries(
      { predicate: ({ state }) => state.dataUpdatedAt >= writtenAt && isList(state.data) },
      { cancelRefetch: false },
    )
  }, INDEX_LAG_MS)
}

export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetryQuery, retryDelay: computeRetryDelayMs, gcTime: 5 * 60_000, staleTime: 30_000 },
      // Fails at once when offline: a paused mutation would run when the user no longer expects it.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: onSessionEnded }),
    mutationCache: new MutationCache({
      onError: onSessionEnded,
      // Most writes add an entry to a client's timeline.
      onSuccess: () => {
        void invalidateQueriesByPath(queries, '/timeline')
        rereadAfterIndexLag(queries)
      },
    }),
  })
  return queries
}
