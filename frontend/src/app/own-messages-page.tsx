import { HealthConsentGate } from '../features/consent/health-consent-gate.tsx'
import { OwnThread, OwnThreadWithForm } from '../features/messages/own-messages.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { Card, CardEmpty, PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Panel del Cliente' } as const

/** `/client/mensajes`: writing requires the consent to health data. */
export function OwnMessagesPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout title="Mensajes" back={<BackLink to="/client">Hoy</BackLink>}>
      <PageHead title="Mensajes" hidden />
      <HealthConsentGate title="Mensajes" readable={<OwnThread />} ofMinor={<NotYet />}>
        <OwnThreadWithForm />
      </HealthConsentGate>
    </PanelLayout>
  )
}

const NotYet = () => (
  <>
    <Card id="write-message" title="Escribir un mensaje">
      <CardEmpty>
        <p>Podrás escribirnos en cuanto tu madre, padre o tutor lo autorice.</p>
      </CardEmpty>
    </Card>
    <OwnThread />
  </>
)
