import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { UserList } from '../features/users/user-list.tsx'

export function AdminUsersTab() {
  const { withProof, dialog } = useMfaProof()
  return (
    <>
      <UserList withProof={withProof} isCancelled={isMfaProofCancelled} />
      {dialog}
    </>
  )
}
