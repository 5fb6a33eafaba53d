import { Component, type MouseEvent, type ReactNode } from 'react'
import { PageHead } from '../ui/page-head.ts'

interface Props {
  readonly children: ReactNode
}

/** A link to the page itself only scrolls where the address has a fragment. */
function reload(event: MouseEvent): void {
  event.preventDefault()
  window.location.reload()
}

export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    // oxlint-disable-next-line no-console -- Preact says nothing of what was caught
    console.error(error)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="screen">
        <PageHead title="Algo ha fallado" hidden />
        <h1>Algo ha fallado</h1>
        <p role="alert">No hemos podido mostrar esta página. Vuelve a cargarla; si sigue igual, escríbenos.</p>
        <div className="screen-actions">
          <a className="button button-primary button-regular" href={window.location.href} onClick={reload}>
            Volver a cargar
          </a>
        </div>
      </main>
    )
  }
}
