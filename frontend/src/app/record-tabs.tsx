import type { Customer } from '#contract/customer'
import { CustomerConsultations } from '../features/consultations/customer-consultations.tsx'
import { CustomerPayments } from '../features/payments/customer-payments.tsx'
import { CustomerFiles } from '../features/files/customer-files.tsx'
import { SentMails } from '../features/notifications/sent-mails.tsx'
import { CustomerSupplements } from '../features/supplements/customer-supplements.tsx'

interface RecordTabProps {
  readonly customer: Customer
}

export const BillingTab = ({ customer: { customerId } }: RecordTabProps) => (
  <>
    <CustomerPayments customerId={customerId} />
    <CustomerFiles customerId={customerId} fileType="invoice" title="Archivos de facturas" />
    <SentMails customerId={customerId} />
  </>
)

export const ConsultationsTab = ({ customer }: RecordTabProps) => <CustomerConsultations customer={customer} />

export const AnalyticsTab = ({ customer: { customerId } }: RecordTabProps) => (
  <CustomerFiles customerId={customerId} fileType="analytics" title="Analíticas" />
)

export const SupplementsTab = ({ customer: { customerId } }: RecordTabProps) => (
  <CustomerSupplements customerId={customerId} />
)
