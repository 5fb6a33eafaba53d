import { Button } from '@aws-amplify/ui-react'
import { lazy, Suspense } from 'react'
import { useAuth } from '../api/auth.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel, SheetLoading } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'
import { useSignOut } from './account-menu.tsx'

const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab }))

const tabs = [
  { id: 'customers', text: 'Clientes' },
  { id: 'security', text: 'Seguridad' },
]

/** `/admin`: the practice at work. */
export function AdminPage() {
  const { user, account } = useAuth()
  const leave = useSignOut()
  const tab = useTab(tabs)
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
      <TabLinks label="Secciones de administración" tabs={tabs} />
      {tab === 'security' ? (
        <Suspense fallback={<SheetLoading text="Cargando..." />}>
          <SecurityTab />
        </Suspense>
      ) : (
        <CustomerList />
      )}
    </Panel>
  )
}
