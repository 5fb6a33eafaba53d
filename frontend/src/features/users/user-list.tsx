import { useEffect, useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { MAX_COUNTED_MATCHES } from '#contract/search'
import type { UserAccount } from '#contract/users'
import { useAuth } from '../../api/auth.tsx'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInteger, formatInstantAsShortDay } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { InviteUserDialog } from './invite-user-dialog.tsx'
import { UserRoleField } from './role-field.tsx'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { useUserList } from './use-users.ts'
import { UserActions } from './user-actions.tsx'
import { toUserDisplayName, unfinishedAccountChangeTexts } from './user-words.ts'
import './users.css'

const columnsFor = (proof: FreshMfaProofPrompt, ownId: string | undefined): readonly TableColumn<UserAccount>[] => [
  { title: 'Nombre', cell: (user) => <UserName user={user} /> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Rol', cell: (user) => <UserRoleField user={user} own={user.id === ownId} proof={proof} /> },
  { title: 'Fecha de Creación', cell: ({ createdAt }) => formatInstantAsShortDay(createdAt), whole: true },
  { title: 'Acciones', cell: (user) => <UserActions user={user} own={user.id === ownId} proof={proof} /> },
]

const notLoaded = 'No se pudieron cargar los usuarios'

export function UserList(proof: FreshMfaProofPrompt) {
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
      {inviting && <InviteUserDialog {...proof} close={() => setInviting(false)} />}
    </Card>
  )
}

function Users({ search, ...proof }: FreshMfaProofPrompt & { readonly search: string }) {
  const { account } = useAuth()
  const list = useUserList(search)
  const { error } = list
  useEffect(() => {
    if (error) showNotice.failure('Error', notLoaded)
  }, [error])
  return (
    <PagedList
      list={list}
      loading="Cargando usuarios..."
      empty={search ? `No se encontraron usuarios con «${search}»` : 'No hay usuarios registrados'}
      problem={(reason) => `${notLoaded}. ${toErrorMessage(reason)}`}
    >
      {(users) => (
        <>
          {search && <p role="status">{toMatchText(search, list.data?.pages.at(-1))}</p>}
          <ResponsiveTable
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

interface Matching {
  readonly matching: number | null
  readonly isComplete: boolean
}

function toMatchText(search: string, { matching, isComplete }: Matching = { matching: 0, isComplete: true }): string {
  const found = matching ?? 0
  if (found > MAX_COUNTED_MATCHES) {
    return `Más de ${MAX_COUNTED_MATCHES} con «${search}». Se muestran ${MAX_COUNTED_MATCHES}. Escribe algo más para encontrar a quien buscas.`
  }
  const count = `${formatInteger(found)} con «${search}»`
  return isComplete ? count : `Al menos ${count}. Escribe algo más para encontrar a quien buscas.`
}

function UserName({ user }: { readonly user: UserAccount }) {
  const { emailConfirmed, unfinished } = user
  return (
    <span className="user-name">
      <span>{toUserDisplayName(user)}</span>
      {!emailConfirmed && <Warning text="Email sin confirmar" />}
      {unfinished && <Warning text={unfinishedAccountChangeTexts[unfinished]} />}
    </span>
  )
}

const Warning = ({ text }: { readonly text: string }) => (
  <span className="user-warning">
    <TriangleAlert size={16} aria-hidden="true" />
    {text}
  </span>
)
