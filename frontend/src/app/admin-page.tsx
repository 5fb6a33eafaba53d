import { Button } from '@aws-amplify/ui-react'
import { lazy, Suspense } from 'react'
import { useAuth } from '../api/auth.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel, SheetLoading } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'
import { AccessDenied } from './access-denied.tsx'
import { useSignOut } from './account-menu.tsx'
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

/** `/admin`: the practice at work. The API decides again on every request who is let in. */
export function AdminPage() {
  const { user, account, isAdmin } = useAuth()
  const leave = useSignOut()
  const tab = useTab(tabs)
  if (!isAdmin) return <AccessDenied />
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <Panel
      label="Administración"
      title="Panel de Administración"
      actions={
        <>
          <span>{account?.email ?? user?.email}</span>
          <Button onClick={() => void leave()}>Cerrar sesión</Button>
        </>
      }
    >
      <PageHead title="Panel de Administración" hidden />
      <StatCards />
      <TabLinks label="Secciones de administración" tabs={tabs} />
      <Suspense fallback={<SheetLoading text="Cargando..." />}>
        <Tab />
      </Suspense>
    </Panel>
  )
}
