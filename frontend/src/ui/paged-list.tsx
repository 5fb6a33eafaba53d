import type { ReactNode } from 'react'
import { LoadMore } from './load-more.tsx'
import { CardEmpty, CardLoading, CardProblem } from './panel.tsx'

/** What a list that is read a page at a time knows of itself (the result of `useInfiniteQuery`). */
interface Paged<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

interface PagedListProps<Item> {
  readonly list: Paged<Item>
  readonly loading: string
  readonly empty: ReactNode
  /** The sentence for what went wrong. */
  readonly problem: (error: unknown) => string
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list from its first loading to its last page: on its way, failed, empty, or there with the way to more of it. */
export function PagedList<Item>({ list, loading, empty, problem, children }: PagedListProps<Item>) {
  const { data, error, isPending, refetch } = list
  if (isPending) return <CardLoading text={loading} />
  if (!data) return <CardProblem text={problem(error)} retry={() => void refetch()} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <CardEmpty>{empty}</CardEmpty>
  return (
    <>
      {children(items)}
      <LoadMore list={list} />
    </>
  )
}
