import './styles/base.css'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthProvider } from './api/auth.tsx'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { BeforePageContentContext } from './app/page-layouts.tsx'
import { CookieConsent } from './features/consent/cookie-consent.tsx'
import { AppRouter } from './router.tsx'
import { LoadErrorContext } from './ui/lazy.tsx'
import { PartLoadError } from './ui/load-errors.tsx'

interface ApplicationProps {
  readonly queries: QueryClient
  readonly place: (pages: ReactNode) => ReactNode
  readonly beside?: ReactNode
}

export const AppRoot = ({ queries, place, beside }: ApplicationProps) => (
  <ErrorBoundary>
    <QueryClientProvider client={queries}>
      <AuthProvider>
        <LoadErrorContext value={PartLoadError}>
          <BeforePageContentContext value={<CookieConsent />}>{place(<AppRouter />)}</BeforePageContentContext>
          {beside}
        </LoadErrorContext>
      </AuthProvider>
    </QueryClientProvider>
  </ErrorBoundary>
)
