import { useState } from 'react'
import { type Role, roles } from '#contract/endpoint'
import type { UserAccount } from '#contract/users'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { useUserMutations } from './use-users.ts'
import { toUserDisplayName, rolePowerTexts, roleLabels } from './user-words.ts'

interface RoleFieldProps {
  readonly user: UserAccount
  readonly own: boolean
  readonly proof: FreshMfaProofPrompt
}

export function UserRoleField({ user, own, proof }: RoleFieldProps) {
  const [wanted, setWanted] = useState<Role>()
  const gone = user.unfinished === 'removal'
  return (
    <>
      <select
        className="field-input user-role"
        aria-label={`Rol de ${user.email}`}
        value={user.role}
        disabled={own || gone}
        onChange={({ target }) => setWanted(target.value as Role)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </select>
      {wanted && <RoleDialog user={user} role={wanted} proof={proof} close={() => setWanted(undefined)} />}
    </>
  )
}

interface RoleDialogProps {
  readonly user: UserAccount
  readonly role: Role
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

const RoleDialog = ({ user, role, proof, close }: RoleDialogProps) => {
  const { changeRole } = useUserMutations(proof, close)
  return (
    <Dialog title={`¿Cambiar el rol de ${toUserDisplayName(user)} a ${roleLabels[role].toLowerCase()}?`} close={close}>
      <p>
        {user.email}. {rolePowerTexts[role]} Se cerrarán todas sus sesiones.
      </p>
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Cancelar
        </Button>
        <Button
          variant={role === 'administrador' ? 'danger' : 'primary'}
          busy={changeRole.isPending}
          busyText="Cambiando..."
          onClick={() => changeRole.mutate({ user, role })}
        >
          Cambiar rol
        </Button>
      </div>
    </Dialog>
  )
}
