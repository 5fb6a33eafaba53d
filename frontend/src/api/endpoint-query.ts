import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint, EndpointRequestInput, EndpointReply } from '#contract/endpoint'
import { refusalStatusCodes } from '#contract/refusals'
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

/** Scope of the birth date and of what the server refuses without it: sent one after the other, as they were pressed. */
export const inOrderWithBirthDate = { id: 'age' }

/** Three retries; refusals are never retried. */
export const shouldRetryQuery = (failures: number, error: unknown): boolean =>
  failures < 3 && !(error instanceof ApiError && refusalStatusCodes[error.code] < 500)

/** 1 s, 2 s, 4 s … at most 30 s. */
export const computeRetryDelayMs = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

const ended = (error: unknown) =>
  error instanceof ApiError && ['session-ended', 'not-signed-in', 'account-inactive'].includes(error.code)

const onSessionEnded = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'account-inactive') emitAuthEvent('accountInactive')
  if (error instanceof ApiError && error.code === 'not-allowed') emitAuthEvent('notAllowed')
  if (ended(error) && !sessionRenewal.isRunning()) clearAuthSession()
}

/** Reloads what these endpoints answered, with whatever parameters: at once on the screen, elsewhere when it is shown. */
export const invalidateEndpoints = (queries: QueryClient, ...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map(({ method, path }) => queries.invalidateQueries({ queryKey: [method, path] })))

/** The same for all endpoints with one of these parts in their path. */
export const invalidateQueriesByPath = (queries: QueryClient, ...parts: readonly string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => parts.some((part) => String(path).includes(part)),
  })

/** Lists come from indexes of the table, which lag by up to a second; the rest is the way there and back. */
const INDEX_LAG_MS = 1500

const isList = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && ('items' in data || 'pages' in data)

/**
 * A list that was read right after a write may lack it, and is read once more. What is read by key lacks nothing, and
 * reading it again could change a page in the middle of what somebody does, such as a registration.
 */
function rereadAfterIndexLag(queries: QueryClient): void {
  const writtenAt = Date.now()
  setTimeout(() => {
    // What is being read now, such as the next page of a list, is not taken back for it.
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
      // Kept back until there is a network, it would happen when nobody expects it any more: asked now, it fails now.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: onSessionEnded }),
    mutationCache: new MutationCache({
      onError: onSessionEnded,
      // Every write adds an entry to the timeline of a client.
      onSuccess: () => {
        void invalidateQueriesByPath(queries, '/timeline')
        rereadAfterIndexLag(queries)
      },
    }),
  })
  return queries
}
