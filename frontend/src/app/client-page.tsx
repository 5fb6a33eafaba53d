import { Button } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { useAuth } from '../api/auth.tsx'
import { read } from '../api/query.ts'
import { Invoices } from '../features/payments/invoices.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSignOut } from './account-menu.tsx'

/** `/client`: what a client has with the practice. */
export function ClientPage() {
  const { account } = useAuth()
  const { data: customer } = useQuery(read(api.customers.current, {}))
  const leave = useSignOut()
  const name = (customer?.name || account?.firstName || '').trim().split(/\s+/)[0] || 'cliente'
  return (
    <Panel
      label="Panel del Cliente"
      title={`Hola, ${name}`}
      actions={<Button onClick={() => void leave()}>Cerrar sesión</Button>}
    >
      <PageHead title="Mi Panel" hidden />
      <Invoices />
    </Panel>
  )
}
