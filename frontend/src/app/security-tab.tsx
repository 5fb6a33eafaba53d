import { SessionsSection } from '../features/account/sessions-section.tsx'
import { ClientField } from '../features/consultations/client-field.tsx'
import { SecuritySection } from '../features/mfa/security-section.tsx'
import { hasLeftProof, useProven } from '../features/mfa/use-proven.tsx'
import { useFailedServices } from '../features/diagnostics/use-services.ts'
import { PermissionMatrix } from '../features/diagnostics/permission-matrix.tsx'
import { Alerts } from '../features/security/alerts.tsx'
import { Attention } from '../features/security/attention.tsx'
import { AuditLog } from '../features/security/audit-log.tsx'
import { Improvements } from '../features/security/improvements.tsx'
import { PermissionAnalysis } from '../features/security/permission-analysis.tsx'
import { SignInChart } from '../features/security/sign-in-chart.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Sheet } from '../ui/panel.tsx'
import { SecuritySettings } from '../features/security/security-settings.tsx'
import { Suppressed } from '../features/security/suppressed.tsx'

/** What was done in the practice, and how the account that looks at it is protected. */
export function SecurityTab() {
  const { proven, dialog } = useProven()
  const failedServices = useFailedServices()
  return (
    <>
      <Attention failedServices={failedServices} />
      <Improvements proof={{ proven, left: hasLeftProof }} />
      <Suppressed />
      <PermissionAnalysis>
        <PermissionMatrix />
      </PermissionAnalysis>
      <SignInChart />
      <Alerts />
      <AuditLog proof={{ proven, left: hasLeftProof }} clientField={ClientField} />
      <SecuritySettings proof={{ proven, left: hasLeftProof }} />
      <SecuritySection />
      <SessionsSection />
      <Sheet id="navigation-title" title="Navegación">
        <ButtonLink to="/" look="secondary">
          Ir a la web
        </ButtonLink>
      </Sheet>
      {dialog}
    </>
  )
}
