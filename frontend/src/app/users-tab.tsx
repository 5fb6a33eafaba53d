import { hasLeftProof, useProven } from '../features/mfa/use-proven.tsx'
import { UserList } from '../features/users/user-list.tsx'

/** `?tab=users`: who may sign in, and as what. Every change of that wants a fresh code. */
export function UsersTab() {
  const { proven, dialog } = useProven()
  return (
    <>
      <UserList proven={proven} left={hasLeftProof} />
      {dialog}
    </>
  )
}
