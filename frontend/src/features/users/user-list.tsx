import { useEffect, useState } from 'react'
import type { User } from '#contract/users'
import { useAuth } from '../../api/auth.tsx'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatShortDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleField } from './role-field.tsx'
import type { Proof } from '../../api/proof.ts'
import { useUsers } from './use-users.ts'
import { UserActions } from './user-actions.tsx'
import { UserName } from './user-name.tsx'
import './users.css'

const columnsFor = (proof: Proof, ownId: string | undefined): readonly Column<User>[] => [
  { title: 'Nombre', cell: (user) => <UserName user={user} /> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Rol', cell: (user) => <RoleField user={user} own={user.id === ownId} proof={proof} /> },
  { title: 'Fecha de Creación', cell: ({ createdAt }) => formatShortDay(createdAt), whole: true },
  { title: 'Acciones', cell: (user) => <UserActions user={user} own={user.id === ownId} proof={proof} /> },
]

const notLoaded = 'No se pudieron cargar los usuarios'

export function UserList(proof: Proof) {
  const [text, setText, search] = useSearchText()
  const [inviting, setInviting] = useState(false)
  return (
    <Card id="users-title" title="Gestión de Usuarios">
      <div className="sheet-lead">
        <p>Quien tiene una cuenta puede entrar. Con el rol de administrador ve los datos de toda la consulta.</p>
        <Button onClick={() => setInviting(true)}>Crear usuario</Button>
      </div>
      <SearchField label="Buscar usuarios" placeholder="Nombre o email" text={text} onText={setText} />
      <Users {...proof} search={search} />
      {inviting && <InviteDialog {...proof} close={() => setInviting(false)} />}
    </Card>
  )
}

function Users({ search, ...proof }: Proof & { readonly search: string }) {
  const { account } = useAuth()
  const list = useUsers(search)
  const { error } = list
  useEffect(() => {
    if (error) notify.failure('Error', notLoaded)
  }, [error])
  return (
    <PagedList
      list={list}
      loading="Cargando usuarios..."
      empty={search ? `No se encontraron usuarios con «${search}»` : 'No hay usuarios registrados'}
      problem={(reason) => `${notLoaded}. ${errorText(reason)}`}
    >
      {(users) => (
        <>
          {search && <p role="status">{`${formatCount(list.data?.pages.at(-1)?.matching ?? 0)} con «${search}»`}</p>}
          <RecordTable
            caption="Usuarios"
            columns={columnsFor(proof, account?.userId)}
            rows={users}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </PagedList>
  )
}
