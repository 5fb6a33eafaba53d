import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import {
  createQueryClient,
  endpointPagesQueryOptions,
  endpointQueryOptions,
  invalidateEndpoints,
  invalidateQueriesByPath,
} from '../../../frontend/src/api/endpoint-query.ts'

const params = { customerId: 'cus_aaaaaaaa' }
const queryKeys = {
  customer: endpointQueryOptions(apiContract.customers.read, { params }).queryKey,
  files: endpointPagesQueryOptions(apiContract.files.listOfCustomer, { params, query: { fileType: 'analytics' } })
    .queryKey,
  questionnaire: endpointQueryOptions(apiContract.questionnaire.readMine, {}).queryKey,
  versions: endpointPagesQueryOptions(apiContract.questionnaire.listMine, { query: {} }).queryKey,
}

function createFilledCache() {
  const queries = new QueryClient()
  for (const queryKey of Object.values(queryKeys)) queries.setQueryData(queryKey, {})
  const listStale = () =>
    Object.entries(queryKeys)
      .filter(([, queryKey]) => queries.getQueryState(queryKey)?.isInvalidated)
      .map(([name]) => name)
  return { queries, listStale }
}

test('a change reloads what the named endpoints answered, whatever they were asked with, and nothing else', async () => {
  const { queries, listStale } = createFilledCache()

  await invalidateEndpoints(queries, apiContract.files.listOfCustomer, apiContract.questionnaire.readMine)

  expect(listStale()).toEqual(['files', 'questionnaire'])
})

test('a change reloads everything with one of the named parts in its path, and nothing else', async () => {
  const { queries, listStale } = createFilledCache()

  await invalidateQueriesByPath(queries, '/payments', '/customers/{customerId}')

  expect(listStale()).toEqual(['customer', 'files'])
})

const write = (queries: QueryClient) =>
  queries
    .getMutationCache()
    .build(queries, { mutationFn: async () => 'written' })
    .execute(undefined)

test('a list that is read right after a write is read once more when the indexes have caught up, and nothing else', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queries = createQueryClient()
  const listStale = () =>
    Object.entries(queryKeys).flatMap(([name, queryKey]) =>
      queries.getQueryState(queryKey)?.isInvalidated ? [name] : [],
    )
  queries.setQueryData(queryKeys.versions, { pages: [], pageParams: [] })
  await vi.advanceTimersByTimeAsync(1)
  await write(queries)
  await vi.advanceTimersByTimeAsync(200)
  queries.setQueryData(queryKeys.files, { pages: [], pageParams: [] })
  queries.setQueryData(queryKeys.questionnaire, {})

  await vi.advanceTimersByTimeAsync(1200)
  expect(listStale()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)

  expect(listStale()).toEqual(['files'])
})

test('the next page that somebody asked for right after a write is not taken back by the second reading', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queries = createQueryClient()
  const signals: AbortSignal[] = []
  const unanswered = ({ signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<never>(() => {})
  }
  await write(queries)
  await vi.advanceTimersByTimeAsync(200)
  queries.setQueryData(queryKeys.files, { pages: [], pageParams: [] })
  const list = new QueryObserver(queries, { queryKey: queryKeys.files, queryFn: unanswered, staleTime: Infinity })
  onTestFinished(list.subscribe(() => {}))
  void list.refetch()

  await vi.advanceTimersByTimeAsync(2000)

  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})
