import { Button } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '#contract/api'
import { useAuth } from '../api/auth.tsx'
import { read } from '../api/query.ts'
import { Invoices } from '../features/payments/invoices.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel, SheetLoading } from '../ui/panel.tsx'
import { TabLinks, useTab } from '../ui/tab-links.tsx'
import { useSignOut } from './account-menu.tsx'

const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab }))

const tabs = [
  { id: 'invoices', text: 'Facturas' },
  { id: 'settings', text: 'Ajustes' },
]

/** `/client`: what a client has with the practice. */
export function ClientPage() {
  const { account } = useAuth()
  const { data: customer } = useQuery(read(api.customers.current, {}))
  const leave = useSignOut()
  const tab = useTab(tabs)
  const name = (customer?.name || account?.firstName || '').trim().split(/\s+/)[0] || 'cliente'
  return (
    <Panel
      label="Panel del Cliente"
      title={`Hola, ${name}`}
      actions={<Button onClick={() => void leave()}>Cerrar sesión</Button>}
    >
      <PageHead title="Mi Panel" hidden />
      <TabLinks label="Secciones de mi panel" tabs={tabs} />
      {tab === 'settings' ? (
        <Suspense fallback={<SheetLoading text="Cargando..." />}>
          <SecurityTab />
        </Suspense>
      ) : (
        <Invoices />
      )}
    </Panel>
  )
}
