import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode, type ReactNode } from 'react'
import { AuthProvider } from './api/auth.tsx'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { BeforePages } from './app/shell.tsx'
import { CookieConsent } from './features/consent/cookie-consent.tsx'
import { Router } from './router.tsx'
import './styles/base.css'

interface ApplicationProps {
  readonly queries: QueryClient
  /** Tells the pages where they are: the browser's address, or the one that is rendered. */
  readonly place: (pages: ReactNode) => ReactNode
  /** What stands beside the pages, once there is a browser. */
  readonly beside?: ReactNode
}

/** The product, in a browser and where its pages are rendered beforehand. */
export const Application = ({ queries, place, beside }: ApplicationProps) => (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <AuthProvider>
          <BeforePages value={<CookieConsent />}>{place(<Router />)}</BeforePages>
          {beside}
        </AuthProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
)
