import { OwnInvoiceFiles } from '../features/files/invoice-files.tsx'
import { OwnPaymentsCard } from '../features/payments/own-payments-card.tsx'
import { NoInvoicesText } from '../features/payments/no-invoices.tsx'

export const OwnInvoicesTab = () => (
  <>
    <OwnInvoiceFiles empty={<NoInvoicesText />} />
    <OwnPaymentsCard />
  </>
)
