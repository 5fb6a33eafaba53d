import { lazy, Suspense } from 'react'
import { Refused } from '../api/refused.ts'
import { Deactivation } from '../features/account/deactivation.tsx'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { AccountSection, LanguageSection, NotificationsSection } from '../features/account/settings-sections.tsx'
import { HealthConsentSection } from '../features/consent/health-consent-section.tsx'
import { SecuritySection } from '../features/mfa/security-section.tsx'
import { NotProven, useProven } from '../features/mfa/use-proven.tsx'
import { DataDownload } from '../features/privacy/data-download.tsx'
import { DeleteAccount } from '../features/privacy/delete-account.tsx'
import { Sheet, SheetLoading } from '../ui/panel.tsx'

const OwnOpenings = lazy(async () => ({
  default: (await import('../features/privacy/own-openings.tsx')).OwnOpenings,
}))

/** Nothing went wrong: they thought better of it, or a first try whose answer was lost had closed the account. */
const nothingWrong = (error: unknown): boolean =>
  error instanceof NotProven || (error instanceof Refused && error.code === 'account-inactive')

/** What cannot be taken back with one press. */
function DangerZone() {
  const closing = useProven()
  const deleting = useProven()
  return (
    <Sheet id="danger" title="Zona de peligro">
      <Deactivation {...closing} left={nothingWrong} />
      <DeleteAccount {...deleting} left={nothingWrong} />
    </Sheet>
  )
}

/** 'Ajustes': the account, what is told by mail, its protection, and the ways out. */
export const SettingsTab = () => (
  <>
    <AccountSection />
    <NotificationsSection />
    <LanguageSection />
    <HealthConsentSection />
    <SecuritySection />
    <SessionsSection />
    <Suspense fallback={<SheetLoading text="Cargando quién ha visto tus datos..." />}>
      <OwnOpenings />
    </Suspense>
    <Sheet id="data" title="Tus datos">
      <DataDownload />
    </Sheet>
    <DangerZone />
  </>
)
