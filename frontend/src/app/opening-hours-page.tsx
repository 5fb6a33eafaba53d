import { OpeningHoursSettings } from '../features/consultations/opening-hours-form.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Administración' } as const

export function OpeningHoursPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout label="Agenda" title="Horario de la consulta" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Horario de la consulta" hidden />
      <OpeningHoursSettings />
    </PanelLayout>
  )
}
