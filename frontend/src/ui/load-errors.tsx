import { Button, type ButtonProps } from './button.tsx'
import { PageHead } from './page-head.ts'
import './load-errors.css'
import './screen.css'

export interface LoadErrorProps {
  readonly retry: () => void
  readonly isRetrying: boolean
}

const RetryButton = ({ retry, isRetrying, ...style }: LoadErrorProps & Pick<ButtonProps, 'variant' | 'size'>) => (
  <Button {...style} busy={isRetrying} busyText="Cargando..." onClick={retry}>
    Reintentar
  </Button>
)

/** For a part of a page whose code failed to load; phrasing content, so it may be used inside a paragraph. */
export const PartLoadError = (props: LoadErrorProps) => (
  <span className="part-load-error">
    <span role="alert">No hemos podido cargar esta parte. Comprueba tu conexión.</span>{' '}
    <RetryButton variant="secondary" size="small" {...props} />
  </span>
)

export const PageLoadError = (props: LoadErrorProps) => (
  <div className="screen">
    <PageHead title="Sin conexión" hidden />
    <h1>No hemos podido cargar esta página</h1>
    <p role="alert">Comprueba tu conexión e inténtalo de nuevo.</p>
    <div className="screen-actions">
      <RetryButton {...props} />
    </div>
  </div>
)

/** For optional parts: they are loaded when the connection returns. */
export const NoLoadError = () => null
