import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { useAuth } from '../api/auth.tsx'
import { PageHead } from '../ui/page-head.ts'
import { CardLoading } from '../ui/panel.tsx'
import { PanelTabLinks, useCurrentPanelTab } from '../ui/panel-tab-links.tsx'
import { AdminAccessDenied } from './admin-access-denied.tsx'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { CounterList } from '../ui/counter-list.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './practice-panel.css'

const PracticeTab = lazy(async () => ({ default: (await import('./admin-customers-tab.tsx')).AdminCustomersTab }))
const UsersTab = lazy(async () => ({ default: (await import('./users-tab.tsx')).AdminUsersTab }))
const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).AdminSecurityTab }))
const TestTab = lazy(async () => ({ default: (await import('./admin-diagnostics-tab.tsx')).AdminDiagnosticsTab }))

const tabs = [
  { id: 'customers', text: 'Clientes', Tab: PracticeTab },
  { id: 'users', text: 'Usuarios', Tab: UsersTab },
  { id: 'security', text: 'Seguridad', Tab: SecurityTab },
  { id: 'test', text: 'Test', Tab: TestTab },
] as const

export function AdminPage() {
  const { isAdmin } = useAuth()
  return isAdmin ? <Administration /> : <AdminAccessDenied />
}

function Administration() {
  const tab = useCurrentPanelTab(tabs)
  const { Tab } = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <div className="panel practice-panel">
      <PageHead title="Panel de Administración" hidden />
      <header className="practice-bar">
        <h1>Panel de Administración</h1>
        <PanelTabLinks label="Secciones de administración" tabs={tabs} />
        <PracticeCounters />
      </header>
      <WhileLoading show={<CardLoading text="Cargando..." />}>
        <Tab />
      </WhileLoading>
    </div>
  )
}

function PracticeCounters() {
  const { data } = useQuery(endpointQueryOptions(apiContract.customers.counts, {}))
  return (
    <CounterList
      counts={[
        { text: 'Total Usuarios', count: data?.users },
        { text: 'Total Clientes', count: data?.clients },
      ]}
    />
  )
}
