import type { Customer } from '#contract/customer'
import type { FreshMfaProofPrompt } from '../api/mfa-proof.ts'
import { CustomerWeeksCard } from '../features/questionnaire/customer-weeks.tsx'
import { CustomerConsultations } from '../features/consultations/customer-consultations.tsx'
import { CustomerPayments } from '../features/payments/customer-payments.tsx'
import { CustomerAnalysesCard } from '../features/files/customer-analyses.tsx'
import { CustomerFiles } from '../features/files/customer-files.tsx'
import { CustomerSentMailsCard } from '../features/notifications/customer-sent-mails-card.tsx'
import { CustomerSupplements } from '../features/supplements/customer-supplements.tsx'

interface RecordTabProps {
  readonly customer: Customer
  readonly proof: FreshMfaProofPrompt
}

export const CustomerBillingTab = ({ customer: { customerId }, proof }: RecordTabProps) => (
  <>
    <CustomerPayments customerId={customerId} proof={proof} />
    <CustomerFiles customerId={customerId} fileType="invoice" title="Archivos de facturas" />
    <CustomerSentMailsCard customerId={customerId} />
  </>
)

export const CustomerConsultationsTab = ({ customer }: RecordTabProps) => <CustomerConsultations customer={customer} />

export const CustomerLabResultsTab = ({ customer: { customerId } }: RecordTabProps) => (
  <>
    <CustomerFiles customerId={customerId} fileType="analytics" title="Analíticas" />
    <CustomerAnalysesCard customerId={customerId} />
  </>
)

export const CustomerSupplementsTab = ({ customer: { customerId } }: RecordTabProps) => (
  <>
    <CustomerSupplements customerId={customerId} />
    <CustomerWeeksCard customerId={customerId} />
  </>
)
