import { Invariants } from '../features/diagnostics/invariants.tsx'
import { PermissionMatrix } from '../features/diagnostics/permission-matrix.tsx'
import { Services } from '../features/diagnostics/services.tsx'
import { TestMail } from '../features/diagnostics/test-mail.tsx'
import { Card } from '../ui/panel.tsx'

export const TestTab = () => (
  <>
    <Services />
    <TestMail />
    <Card id="diagnostics-title" title="Permisos e invariantes">
      <Invariants />
      <PermissionMatrix />
    </Card>
  </>
)
