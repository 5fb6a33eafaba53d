import { Alert, Badge, Button, Loader } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'
import '@aws-amplify/ui-react/styles/base.layer.css'
import '@aws-amplify/ui-react/styles/button.layer.css'
import '@aws-amplify/ui-react/styles/alert.layer.css'
import '@aws-amplify/ui-react/styles/badge.layer.css'
import '@aws-amplify/ui-react/styles/loader.layer.css'
import '../styles/amplify-theme.css'
import { retryConnection, useIsOffline } from '../api/connection.ts'
import { useLoadingText } from './use-loading-text.ts'

/*
 * Loading and error states of the account and second-factor screens, built with Amplify's components. They weigh 18 kB
 * and are loaded with those screens only; all other cards use panel.tsx.
 */

export const AccountCardLoading = ({ text }: { readonly text: string }) => (
  <div className="sheet-state" role="status">
    {!useIsOffline() && <Loader size="large" aria-hidden="true" />}
    <p>{useLoadingText(text)}</p>
  </div>
)

export const AccountCardLoadError = ({ text, retry }: { readonly text: string; readonly retry: () => void }) => (
  <div className="sheet-problem">
    <Alert variation="error" role="alert" hasIcon={false}>
      {text}
    </Alert>
    <Button
      onClick={() => {
        retryConnection()
        retry()
      }}
    >
      Reintentar
    </Button>
  </div>
)

export const AccountCardBadge = ({ children }: { readonly children: ReactNode }) => (
  <Badge variation="success">{children}</Badge>
)
