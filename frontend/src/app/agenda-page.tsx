import { AgendaPlanner } from '../features/consultations/agenda-planner.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'

export function AgendaPage() {
  return (
    <PanelLayout title="Agenda" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Agenda" hidden />
      <AgendaPlanner />
    </PanelLayout>
  )
}
