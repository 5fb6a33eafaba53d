import { Button } from '@aws-amplify/ui-react'
import { useAuth } from '../api/auth.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSignOut } from './account-menu.tsx'

/** `/admin`: the practice at work. */
export function AdminPage() {
  const { user, account } = useAuth()
  const leave = useSignOut()
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
      <CustomerList />
    </Panel>
  )
}
