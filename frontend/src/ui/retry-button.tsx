import { retryConnection } from '../api/connection.ts'
import { Button, type ButtonProps } from './button.tsx'

interface RetryButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly retry: () => unknown
}

/** Asks at once, also where the browser says that there is no connection: a query would wait for it. */
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
