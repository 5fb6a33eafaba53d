import { OpenSessionsSection } from '../features/account/sessions-section.tsx'
import { CustomerPickerField } from '../features/consultations/customer-picker-field.tsx'
import { MfaSettingsSection } from '../features/mfa/mfa-settings-section.tsx'
import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { useFailedServices } from '../features/diagnostics/use-service-health.ts'
import { PermissionMatrix } from '../features/diagnostics/permission-matrix.tsx'
import { SecurityAlertsCard } from '../features/security/security-alerts-card.tsx'
import { SecurityAttentionCard } from '../features/security/security-attention-card.tsx'
import { AuditCheckCard } from '../features/security/audit-check-card.tsx'
import { AuditLogCard } from '../features/security/audit-log-card.tsx'
import { SecurityImprovementsCard } from '../features/security/security-improvements-card.tsx'
import { PermissionAnalysisCard } from '../features/security/permission-analysis.tsx'
import { SignInChart } from '../features/security/sign-in-chart.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/panel.tsx'
import { SecuritySettingsCard } from '../features/security/security-settings.tsx'
import { SuppressedAlertsCard } from '../features/security/suppressed-alerts-card.tsx'

export function AdminSecurityTab() {
  const { withProof, dialog } = useMfaProof()
  const failedServices = useFailedServices()
  return (
    <>
      <SecurityAttentionCard failedServices={failedServices} />
      <SecurityImprovementsCard proof={{ withProof, isCancelled: isMfaProofCancelled }} />
      <SuppressedAlertsCard />
      <PermissionAnalysisCard>
        <PermissionMatrix />
      </PermissionAnalysisCard>
      <SignInChart />
      <SecurityAlertsCard />
      <AuditLogCard proof={{ withProof, isCancelled: isMfaProofCancelled }} clientField={CustomerPickerField} />
      <AuditCheckCard />
      <SecuritySettingsCard proof={{ withProof, isCancelled: isMfaProofCancelled }} />
      <MfaSettingsSection />
      <OpenSessionsSection />
      <Card id="navigation-title" title="Navegación">
        <ButtonLink to="/" variant="secondary">
          Ir a la web
        </ButtonLink>
      </Card>
      {dialog}
    </>
  )
}
