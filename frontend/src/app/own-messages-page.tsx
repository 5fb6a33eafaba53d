import { HealthConsentGate } from '../features/consent/health-consent-gate.tsx'
import { OwnThread, OwnThreadWithForm } from '../features/messages/own-messages.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Panel del Cliente' } as const

/** `/client/mensajes`: writing requires the consent to health data. */
export function OwnMessagesPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout title="Mensajes" back={<BackLink to="/client">Hoy</BackLink>}>
      <PageHead title="Mensajes" hidden />
      <HealthConsentGate title="Mensajes" readable={<OwnThread />}>
        <OwnThreadWithForm />
      </HealthConsentGate>
    </PanelLayout>
  )
}
