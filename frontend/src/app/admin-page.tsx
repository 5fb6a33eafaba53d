import { lazy, Suspense } from 'react'
import { useAuth } from '../api/auth.tsx'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PanelLayout, CardLoading } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'
import { AccessDenied } from './access-denied.tsx'
import { useConfirmedSignOut } from './account-menu.tsx'
import { usePanelFrame } from './panel-frame.tsx'
import { StatCards } from './stat-cards.tsx'

const PracticeTab = lazy(async () => ({ default: (await import('./practice-tab.tsx')).PracticeTab }))
const UsersTab = lazy(async () => ({ default: (await import('./users-tab.tsx')).UsersTab }))
const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab }))
const TestTab = lazy(async () => ({ default: (await import('./test-tab.tsx')).TestTab }))

const tabs = [
  { id: 'customers', text: 'Clientes', Tab: PracticeTab },
  { id: 'users', text: 'Usuarios', Tab: UsersTab },
  { id: 'security', text: 'Seguridad', Tab: SecurityTab },
  { id: 'test', text: 'Test', Tab: TestTab },
] as const

const panel = { name: 'Administración', signsOut: true } as const

export function AdminPage() {
  const { isAdmin } = useAuth()
  return isAdmin ? <Administration /> : <AccessDenied />
}

function Administration() {
  usePanelFrame(panel)
  const { user, account } = useAuth()
  const { leave, question } = useConfirmedSignOut()
  const tab = useTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <PanelLayout
      title="Panel de Administración"
      actions={
        <>
          <span>{account?.email ?? user?.email}</span>
          <Button variant="secondary" onClick={leave}>
            Cerrar sesión
          </Button>
        </>
      }
    >
      <PageHead title="Panel de Administración" hidden />
      {question}
      <StatCards />
      <TabLinks label="Secciones de administración" tabs={tabs} />
      <Suspense fallback={<CardLoading text="Cargando..." />}>
        <Tab />
      </Suspense>
    </PanelLayout>
  )
}
