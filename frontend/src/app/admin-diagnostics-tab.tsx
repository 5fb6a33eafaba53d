import { DataInvariantChecks } from '../features/diagnostics/data-invariant-checks.tsx'
import { PermissionMatrix } from '../features/diagnostics/permission-matrix.tsx'
import { ServiceHealthCard } from '../features/diagnostics/service-health-card.tsx'
import { TestMailCard } from '../features/diagnostics/test-mail.tsx'
import { Card } from '../ui/panel.tsx'

export const AdminDiagnosticsTab = () => (
  <>
    <ServiceHealthCard />
    <TestMailCard />
    <Card id="diagnostics-title" title="Permisos e invariantes">
      <DataInvariantChecks />
      <PermissionMatrix />
    </Card>
  </>
)
