import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { AuthProvider } from './api/auth.tsx'
import { makeQueryClient } from './api/query.ts'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { Router } from './router.tsx'
import './styles/base.css'
import { Notices } from './ui/notices.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={makeQueryClient()}>
        <AuthProvider>
          <BrowserRouter>
            <Router />
          </BrowserRouter>
          <Notices />
        </AuthProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
