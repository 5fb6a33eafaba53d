import { Button } from './button.tsx'

interface LoadMoreProps {
  /** What a list that is read a page at a time knows of its next page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** The way to the next page of a list, where there is one. */
export const LoadMore = ({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) =>
  hasNextPage && (
    <div className="sheet-more">
      <Button variant="secondary" busy={isFetchingNextPage} busyText="Cargando..." onClick={() => void fetchNextPage()}>
        Cargar más
      </Button>
    </div>
  )
