import { OwnBudgets } from '../features/budgets/own-budgets.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { PageHead } from '../ui/page-head.ts'
import { PanelLayout } from '../ui/panel.tsx'
import { usePanelHeader } from './panel-header.tsx'

const panel = { name: 'Panel del Cliente' } as const

export function BudgetsPage() {
  usePanelHeader(panel)
  return (
    <PanelLayout title="Tus presupuestos" back={<BackLink to="/client">Hoy</BackLink>}>
      <PageHead title="Tus presupuestos" hidden />
      <OwnBudgets />
    </PanelLayout>
  )
}
