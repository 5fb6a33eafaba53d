import { OwnPathway } from '../features/customers/own-pathway.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'
import { useAwaitedStep, UrgentNextStep } from './client-next-step.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Panel del Cliente' } as const

export function PathwayPage() {
  usePanelHeader(panel)
  const { awaited } = useAwaitedStep()
  return (
    <PanelLayout title="Tu proceso" back={<BackLink to="/client">Hoy</BackLink>}>
      <PageHead title="Tu proceso" hidden />
      <OwnPathway isAwaited={awaited !== undefined}>
        <UrgentNextStep />
      </OwnPathway>
    </PanelLayout>
  )
}
