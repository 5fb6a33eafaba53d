import type { ReactNode } from 'react'
import { LoadMoreButton } from './load-more.tsx'
import { CardEmpty, CardLoading, CardLoadError } from './panel.tsx'

interface Paged<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

interface PagedListProps<Item> {
  readonly list: Paged<Item>
  readonly loading: string
  readonly empty: ReactNode
  readonly problem: (error: unknown) => string
  readonly children: (items: readonly Item[]) => ReactNode
}

export function PagedList<Item>({ list, loading, empty, problem, children }: PagedListProps<Item>) {
  const { data, error, isPending, refetch } = list
  if (isPending) return <CardLoading text={loading} />
  if (!data) return <CardLoadError text={problem(error)} retry={() => void refetch()} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <CardEmpty>{empty}</CardEmpty>
  return (
    <>
      {children(items)}
      <LoadMoreButton list={list} />
    </>
  )
}
