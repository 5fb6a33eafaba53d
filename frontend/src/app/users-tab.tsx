import { isProofCancelled, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { UserList } from '../features/users/user-list.tsx'

/** `?tab=users`: accounts and roles. Every change needs a fresh code. */
export function UsersTab() {
  const { withProof, dialog } = useFreshProof()
  return (
    <>
      <UserList withProof={withProof} isCancelled={isProofCancelled} />
      {dialog}
    </>
  )
}
