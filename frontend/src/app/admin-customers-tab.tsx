import { MonthAgendaCard } from '../features/consultations/agenda.tsx'
import { TodaysConsultations } from '../features/consultations/today-and-to-close.tsx'
import { DuplicateCustomerList } from '../features/customers/duplicate-customer-list.tsx'
import { CUSTOMER_SEARCH_FIELD_ID } from '../features/customers/customer-list.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'
import { isMfaProofCancelled, useMfaProof } from '../features/mfa/use-mfa-proof.tsx'
import { ContractWithdrawalList } from '../features/withdrawals/contract-withdrawal-list.tsx'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { usePanelSectionFocus } from './panel-section.ts'
import { PracticeToDo } from './practice-to-do.tsx'

export function AdminCustomersTab() {
  const { withProof, dialog } = useMfaProof()
  const today = usePracticeToday()
  usePanelSectionFocus()
  return (
    <>
      <a className="skip-link" href={`#${CUSTOMER_SEARCH_FIELD_ID}`}>
        Ir a la búsqueda de clientes
      </a>
      <div className="practice-overview">
        <TodaysConsultations today={today} />
        <PracticeToDo />
        <div className="practice-overview-month">
          <MonthAgendaCard hasLinks />
        </div>
        <div className="practice-overview-list">
          <CustomerList proof={{ withProof, isCancelled: isMfaProofCancelled }} />
          <DuplicateCustomerList />
          <ContractWithdrawalList />
        </div>
      </div>
      {dialog}
    </>
  )
}
