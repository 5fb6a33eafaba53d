import { Button } from './button.tsx'

interface LoadMoreProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

export const LoadMoreButton = ({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) =>
  hasNextPage && (
    <div className="sheet-more">
      <Button variant="secondary" busy={isFetchingNextPage} busyText="Cargando..." onClick={() => void fetchNextPage()}>
        Cargar más
      </Button>
    </div>
  )
