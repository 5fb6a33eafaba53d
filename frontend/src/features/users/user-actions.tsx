import { useState } from 'react'
import type { UserAccount } from '#contract/users'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { useUserMutations } from './use-users.ts'
import { toUserDisplayName } from './user-words.ts'

interface UserActionsProps {
  readonly user: UserAccount
  readonly own: boolean
  readonly proof: FreshMfaProofPrompt
}

export function UserActions({ user, own, proof }: UserActionsProps) {
  const [removing, setRemoving] = useState(false)
  if (own) return <span className="user-own">Tu cuenta</span>
  const half = user.unfinished === 'removal'
  return (
    <span className="user-actions">
      {!user.emailConfirmed && !half && <Resend user={user} proof={proof} />}
      {user.unfinished === 'role' && <FinishRole user={user} proof={proof} />}
      <Button variant="remove" size="small" onClick={() => setRemoving(true)}>
        {half ? 'Terminar de eliminar' : 'Eliminar'}
        <span className="visually-hidden">: {user.email}</span>
      </Button>
      {removing && <RemoveDialog user={user} proof={proof} close={() => setRemoving(false)} />}
    </span>
  )
}

function Resend({ user, proof }: Omit<UserActionsProps, 'own'>) {
  const { resend } = useUserMutations(proof)
  const send = () => (user.email ? resend.mutate(user) : showNotice.failure('No se pudo obtener el email del usuario'))
  return (
    <Button variant="secondary" size="small" busy={resend.isPending} busyText="Enviando..." onClick={send}>
      Reenviar email<span className="visually-hidden">: {user.email}</span>
    </Button>
  )
}

function FinishRole({ user, proof }: Omit<UserActionsProps, 'own'>) {
  const { changeRole } = useUserMutations(proof)
  return (
    <Button
      variant="secondary"
      size="small"
      busy={changeRole.isPending}
      busyText="Terminando..."
      onClick={() => changeRole.mutate({ user, role: user.role })}
    >
      Terminar el cambio<span className="visually-hidden"> de rol: {user.email}</span>
    </Button>
  )
}

interface RemoveDialogProps {
  readonly user: UserAccount
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

function RemoveDialog({ user, proof, close }: RemoveDialogProps) {
  const { remove } = useUserMutations(proof, close)
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar este usuario? Esta acción no se puede deshacer."
      action="Eliminar usuario"
      busy={remove.isPending}
      busyText="Eliminando..."
      confirm={() => remove.mutate(user)}
      cancel={close}
    >
      <p>
        {toUserDisplayName(user)}, {user.email}. No podrá volver a entrar. Su ficha de cliente, si la tiene, se
        conserva.
      </p>
    </ConfirmDialog>
  )
}
