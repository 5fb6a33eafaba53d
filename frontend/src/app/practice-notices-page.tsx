import { PracticeNotices } from '../features/notifications/practice-notices.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'

export function PracticeNoticesPage() {
  return (
    <PanelLayout label="Agenda" title="Novedades" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Novedades" hidden />
      <PracticeNotices />
    </PanelLayout>
  )
}
