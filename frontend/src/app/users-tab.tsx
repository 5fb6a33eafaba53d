import { isProofCancelled, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { UserList } from '../features/users/user-list.tsx'

/** `?tab=users`: who may sign in, and as what. Every change of that wants a fresh code. */
export function UsersTab() {
  const { withProof, dialog } = useFreshProof()
  return (
    <>
      <UserList withProof={withProof} isCancelled={isProofCancelled} />
      {dialog}
    </>
  )
}
