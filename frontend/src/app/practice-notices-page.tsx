import { PracticeNotices } from '../features/notifications/practice-notices.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

export function PracticeNoticesPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout label="Agenda" title="Novedades" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Novedades" hidden />
      <PracticeNotices />
    </PanelLayout>
  )
}
