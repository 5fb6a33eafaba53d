import { Alert, Button, Loader } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'
import '@aws-amplify/ui-react/styles/base.css'
import '@aws-amplify/ui-react/styles/button.css'
import '@aws-amplify/ui-react/styles/alert.css'
import '@aws-amplify/ui-react/styles/badge.css'
import '@aws-amplify/ui-react/styles/loader.css'
import '../styles/amplify-theme.css'
import './panel.css'

interface PanelProps {
  /** What kind of thing it shows, where the title does not say it. */
  readonly label?: string
  readonly title: string
  readonly actions?: ReactNode
  /** The way back, above everything. */
  readonly back?: ReactNode
  readonly children: ReactNode
}

/** The frame of a signed-in screen. */
export const Panel = ({ label, title, actions, back, children }: PanelProps) => (
  <div className="panel">
    {back}
    <header className="panel-head">
      <div className="panel-heading">
        {label && <p className="eyebrow">{label}</p>}
        <h1>{title}</h1>
      </div>
      {actions && <div className="panel-actions">{actions}</div>}
    </header>
    {children}
  </div>
)

interface SheetProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One subject of a panel. */
export const Sheet = ({ id, title, children }: SheetProps) => (
  <section className="sheet" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

export const SheetLoading = ({ text }: { readonly text: string }) => (
  <div className="sheet-state" role="status">
    <Loader size="large" aria-hidden="true" />
    <p>{text}</p>
  </div>
)

export const SheetEmpty = ({ children }: { readonly children: ReactNode }) => (
  <div className="sheet-state">{children}</div>
)

export const SheetProblem = ({ text, retry }: { readonly text: string; readonly retry: () => void }) => (
  <div className="sheet-problem">
    <Alert variation="error" role="alert" hasIcon={false}>
      {text}
    </Alert>
    <Button onClick={retry}>Reintentar</Button>
  </div>
)
