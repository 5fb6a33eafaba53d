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
  readonly place: (pages: ReactNode) => ReactNode
  readonly beside?: ReactNode
}

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
