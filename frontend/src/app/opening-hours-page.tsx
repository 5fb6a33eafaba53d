import { AgendaFeedCard } from '../features/consultations/agenda-feed-card.tsx'
import { OpeningHoursSettings } from '../features/consultations/opening-hours-form.tsx'
import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'

export function OpeningHoursPage() {
  const { withProof, dialog } = useMfaProof()
  return (
    <PanelLayout label="Agenda" title="Horario de la consulta" back={<BackLink to="/admin">Volver al Panel</BackLink>}>
      <PageHead title="Horario de la consulta" hidden />
      <OpeningHoursSettings />
      <AgendaFeedCard proof={{ withProof, isCancelled: isMfaProofCancelled }} />
      {dialog}
    </PanelLayout>
  )
}
