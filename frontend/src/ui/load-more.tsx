import { retryConnection } from '../api/connection.ts'
import { toErrorMessage } from '../api/error-message.ts'
import { Button } from './button.tsx'

interface LoadMoreProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

export function LoadMoreButton({ list }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  if (!hasNextPage) return null
  return (
    <div className="sheet-more">
      {isFetchNextPageError && (
        <p className="sheet-alert" role="alert">
          {toErrorMessage(error)}
        </p>
      )}
      <Button
        variant="secondary"
        busy={isFetchingNextPage}
        busyText="Cargando..."
        onClick={() => {
          retryConnection()
          fetchNextPage()
        }}
      >
        Cargar más
      </Button>
    </div>
  )
}
