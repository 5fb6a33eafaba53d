import { useEffect, useState } from 'react'
import type { User } from '#contract/users'
import { useAuth } from '../../api/auth.tsx'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { type Proof, useUsers } from './use-users.ts'
import { UserActions } from './user-actions.tsx'
import { UserName } from './user-name.tsx'
import './users.css'

const columnsFor = (proof: Proof, ownId: string | undefined): readonly Column<User>[] => [
  { title: 'Nombre', cell: (user) => <UserName user={user} /> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Rol', cell: (user) => <RoleField user={user} own={user.id === ownId} proof={proof} /> },
  { title: 'Fecha de Creación', cell: ({ createdAt }) => formatShortDay(createdAt) },
  { title: 'Acciones', cell: (user) => <UserActions user={user} own={user.id === ownId} proof={proof} /> },
]

const notLoaded = 'No se pudieron cargar los usuarios'

/** 'Gestión de Usuarios': who may sign in, and as what. */
export function UserList(proof: Proof) {
  const [inviting, setInviting] = useState(false)
  return (
    <Sheet id="users-title" title="Gestión de Usuarios">
      <div className="sheet-lead">
        <p>Quien tiene una cuenta puede entrar. Con el rol de administrador ve los datos de toda la consulta.</p>
        <Button onClick={() => setInviting(true)}>Crear usuario</Button>
      </div>
      <Users {...proof} />
      {inviting && <InviteDialog {...proof} close={() => setInviting(false)} />}
    </Sheet>
  )
}

function Users(proof: Proof) {
  const { account } = useAuth()
  const list = useUsers()
  const { error } = list
  useEffect(() => {
    if (error) notify.failure('Error', notLoaded)
  }, [error])
  return (
    <PagedList
      list={list}
      loading="Cargando usuarios..."
      empty="No hay usuarios registrados"
      problem={(reason) => `${notLoaded}. ${errorText(reason)}`}
    >
      {(users) => (
        <RecordTable
          caption="Usuarios"
          columns={columnsFor(proof, account?.userId)}
          rows={users}
          keyOf={({ id }) => id}
        />
      )}
    </PagedList>
  )
}
