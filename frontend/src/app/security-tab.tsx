import { SessionsSection } from '../features/account/sessions-section.tsx'
import { ClientField } from '../features/consultations/client-field.tsx'
import { SecuritySection } from '../features/mfa/security-section.tsx'
import { isProofCancelled, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { useFailedServices } from '../features/diagnostics/use-services.ts'
import { PermissionMatrix } from '../features/diagnostics/permission-matrix.tsx'
import { Alerts } from '../features/security/alerts.tsx'
import { Attention } from '../features/security/attention.tsx'
import { AuditLog } from '../features/security/audit-log.tsx'
import { Improvements } from '../features/security/improvements.tsx'
import { PermissionAnalysis } from '../features/security/permission-analysis.tsx'
import { SignInChart } from '../features/security/sign-in-chart.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/panel.tsx'
import { SecuritySettings } from '../features/security/security-settings.tsx'
import { Suppressed } from '../features/security/suppressed.tsx'

export function SecurityTab() {
  const { withProof, dialog } = useFreshProof()
  const failedServices = useFailedServices()
  return (
    <>
      <Attention failedServices={failedServices} />
      <Improvements proof={{ withProof, isCancelled: isProofCancelled }} />
      <Suppressed />
      <PermissionAnalysis>
        <PermissionMatrix />
      </PermissionAnalysis>
      <SignInChart />
      <Alerts />
      <AuditLog proof={{ withProof, isCancelled: isProofCancelled }} clientField={ClientField} />
      <SecuritySettings proof={{ withProof, isCancelled: isProofCancelled }} />
      <SecuritySection />
      <SessionsSection />
      <Card id="navigation-title" title="Navegación">
        <ButtonLink to="/" variant="secondary">
          Ir a la web
        </ButtonLink>
      </Card>
      {dialog}
    </>
  )
}
