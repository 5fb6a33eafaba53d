import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'

export const ownSupplementsQuery = endpointPagesQueryOptions(apiContract.ownSupplements.listMine, { query: {} })

/** Loads all pages: the daily doses must be complete, and a protocol is short. */
export function useOwnSupplements() {
  const {
    data,
    error,
    isPending,
    isPaused,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery(ownSupplementsQuery)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    supplements: hasNextPage ? undefined : data?.pages.flatMap(({ items }) => items),
    isPending: isPending || (hasNextPage && !isFetchNextPageError),
    isOffline: isPaused,
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
