import { ApiError } from '../api/api-error.ts'
import { AccountDeactivation } from '../features/account/deactivation.tsx'
import { OpenSessionsSection } from '../features/account/sessions-section.tsx'
import {
  AccountDataSection,
  LanguageSettingSection,
  MailNotificationsSection,
} from '../features/account/settings-sections.tsx'
import { HealthConsentSection } from '../features/consent/health-consent-section.tsx'
import { MfaSettingsSection } from '../features/mfa/mfa-settings-section.tsx'
import { MfaProofCancelledError, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { OwnDataDownload } from '../features/privacy/data-download.tsx'
import { AccountDeletion } from '../features/privacy/account-deletion.tsx'
import { Card, CardLoading } from '../ui/panel.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'

const OwnOpenings = lazy(async () => ({
  default: (await import('../features/privacy/own-openings.tsx')).OwnRecordOpenings,
}))

/** Cancelled by the user, or already closed by a request whose answer was lost. */
const nothingWrong = (error: unknown): boolean =>
  error instanceof MfaProofCancelledError || (error instanceof ApiError && error.code === 'account-inactive')

function DangerZone() {
  const closing = useMfaProof()
  const deleting = useMfaProof()
  return (
    <Card id="danger" title="Zona de peligro">
      <AccountDeactivation {...closing} isCancelled={nothingWrong} />
      <AccountDeletion {...deleting} isCancelled={nothingWrong} />
    </Card>
  )
}

export const AccountSettingsTab = () => (
  <>
    <AccountDataSection />
    <MailNotificationsSection />
    <LanguageSettingSection />
    <HealthConsentSection />
    <MfaSettingsSection />
    <OpenSessionsSection />
    <WhileLoading show={<CardLoading text="Cargando quién ha visto tus datos..." />}>
      <OwnOpenings />
    </WhileLoading>
    <Card id="data" title="Tus datos">
      <OwnDataDownload />
    </Card>
    <DangerZone />
  </>
)
