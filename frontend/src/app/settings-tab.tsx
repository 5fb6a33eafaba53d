import { lazy, Suspense } from 'react'
import { ApiError } from '../api/api-error.ts'
import { Deactivation } from '../features/account/deactivation.tsx'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { AccountSection, LanguageSection, NotificationsSection } from '../features/account/settings-sections.tsx'
import { HealthConsentSection } from '../features/consent/health-consent-section.tsx'
import { SecuritySection } from '../features/mfa/security-section.tsx'
import { ProofCancelledError, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { DataDownload } from '../features/privacy/data-download.tsx'
import { DeleteAccount } from '../features/privacy/delete-account.tsx'
import { Card, CardLoading } from '../ui/panel.tsx'

const OwnOpenings = lazy(async () => ({
  default: (await import('../features/privacy/own-openings.tsx')).OwnOpenings,
}))

/** Not an error: cancelled by the user, or the account was already closed by an attempt whose answer was lost. */
const nothingWrong = (error: unknown): boolean =>
  error instanceof ProofCancelledError || (error instanceof ApiError && error.code === 'account-inactive')

function DangerZone() {
  const closing = useFreshProof()
  const deleting = useFreshProof()
  return (
    <Card id="danger" title="Zona de peligro">
      <Deactivation {...closing} isCancelled={nothingWrong} />
      <DeleteAccount {...deleting} isCancelled={nothingWrong} />
    </Card>
  )
}

export const SettingsTab = () => (
  <>
    <AccountSection />
    <NotificationsSection />
    <LanguageSection />
    <HealthConsentSection />
    <SecuritySection />
    <SessionsSection />
    <Suspense fallback={<CardLoading text="Cargando quién ha visto tus datos..." />}>
      <OwnOpenings />
    </Suspense>
    <Card id="data" title="Tus datos">
      <DataDownload />
    </Card>
    <DangerZone />
  </>
)
