import { AgendaPlanner } from '../features/consultations/agenda-planner.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

export function AgendaPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout title="Agenda" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Agenda" hidden />
      <AgendaPlanner />
    </PanelLayout>
  )
}
