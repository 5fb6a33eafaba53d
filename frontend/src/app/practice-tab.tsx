import { Agenda } from '../features/consultations/agenda.tsx'
import { DuplicateList } from '../features/customers/duplicate-list.tsx'
import { clientSearchId } from '../features/customers/customer-list.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'
import { isProofCancelled, useFreshProof } from '../features/mfa/use-fresh-proof.tsx'
import { ReviewList } from '../features/supplements/review-list.tsx'
import { WithdrawalList } from '../features/withdrawals/withdrawal-list.tsx'

export function PracticeTab() {
  const { withProof, dialog } = useFreshProof()
  return (
    <>
      <a className="skip-link" href={`#${clientSearchId}`}>
        Ir a la búsqueda de clientes
      </a>
      <ReviewList />
      <Agenda />
      <DuplicateList />
      <CustomerList proof={{ withProof, isCancelled: isProofCancelled }} />
      <WithdrawalList />
      {dialog}
    </>
  )
}
