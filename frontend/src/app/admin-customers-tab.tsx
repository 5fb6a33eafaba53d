import { ConsultationAgenda } from '../features/consultations/agenda.tsx'
import { DuplicateCustomerList } from '../features/customers/duplicate-customer-list.tsx'
import { CUSTOMER_SEARCH_FIELD_ID } from '../features/customers/customer-list.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'
import { RejectedFilesCard } from '../features/files/rejected-files-card.tsx'
import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { SupplementsToReviewCard } from '../features/supplements/supplements-to-review-card.tsx'
import { ContractWithdrawalList } from '../features/withdrawals/contract-withdrawal-list.tsx'

export function AdminCustomersTab() {
  const { withProof, dialog } = useMfaProof()
  return (
    <>
      <a className="skip-link" href={`#${CUSTOMER_SEARCH_FIELD_ID}`}>
        Ir a la búsqueda de clientes
      </a>
      <RejectedFilesCard />
      <SupplementsToReviewCard />
      <ConsultationAgenda />
      <DuplicateCustomerList />
      <CustomerList proof={{ withProof, isCancelled: isMfaProofCancelled }} />
      <ContractWithdrawalList />
      {dialog}
    </>
  )
}
