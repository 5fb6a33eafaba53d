import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api'
import { readPages } from '../../api/query.ts'

/** The caller's whole protocol: what to take on a day must not miss anything, and a protocol is short. */
export function useSupplements() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(readPages(api.supplements.listMine, { query: {} }))
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    /** Undefined until all of it is here. */
    supplements: hasNextPage ? undefined : data?.pages.flatMap(({ items }) => items),
    isPending: isPending || (hasNextPage && !isFetchNextPageError),
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
