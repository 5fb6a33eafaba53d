import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { UserList } from '../features/users/user-list.tsx'

/** `?tab=users`: accounts and roles. Every change needs a fresh code. */
export function AdminUsersTab() {
  const { withProof, dialog } = useMfaProof()
  return (
    <>
      <UserList withProof={withProof} isCancelled={isMfaProofCancelled} />
      {dialog}
    </>
  )
}
