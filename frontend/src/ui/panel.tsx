import type { ReactNode } from 'react'
import { useIsOffline } from '../api/connection.ts'
import { useLoadingText } from './use-loading-text.ts'
import { RetryButton } from './retry-button.tsx'
import './panel.css'
import './loader.css'

interface PanelLayoutProps {
  readonly label?: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly back?: ReactNode
  readonly dense?: boolean
  readonly children: ReactNode
}

export const PanelLayout = ({ label, title, actions, back, dense = false, children }: PanelLayoutProps) => (
  <div className={dense ? 'panel panel-dense' : 'panel'}>
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

interface CardProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

export const Card = ({ id, title, children }: CardProps) => (
  <section className="sheet" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

export const CardLoading = ({ text }: { readonly text: string }) => (
  <div className="sheet-state" role="status">
    {!useIsOffline() && <LoadingSpinner />}
    <p>{useLoadingText(text)}</p>
  </div>
)

export const CardEmpty = ({ children }: { readonly children: ReactNode }) => (
  <div className="sheet-state">{children}</div>
)

interface CardLoadErrorProps {
  readonly text: string
  readonly retry: () => void
}

export const CardLoadError = ({ text, retry }: CardLoadErrorProps) => (
  <div className="sheet-problem">
    <p className="sheet-alert" role="alert">
      {text}
    </p>
    <RetryButton variant="secondary" retry={retry} />
  </div>
)

const LoadingSpinner = () => (
  <svg className="loader" viewBox="0 0 100 100" aria-hidden="true">
    <circle cx="50" cy="50" r="42" />
    <circle className="loader-arc" cx="50" cy="50" r="42" pathLength="100" />
  </svg>
)
