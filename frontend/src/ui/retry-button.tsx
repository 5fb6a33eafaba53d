import { retryConnection } from '../api/connection.ts'
import { Button, type ButtonProps } from './button.tsx'

interface RetryButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly retry: () => unknown
}

/** Retries at once, even if the browser reports no connection: a query would wait for one. */
export const RetryButton = ({ retry, ...button }: RetryButtonProps) => (
  <Button
    {...button}
    onClick={() => {
      retryConnection()
      retry()
    }}
  >
    Reintentar
  </Button>
)
