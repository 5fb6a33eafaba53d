import { InvoiceFiles } from '../features/files/invoice-files.tsx'
import { Invoices } from '../features/payments/invoices.tsx'
import { NoInvoices } from '../features/payments/no-invoices.tsx'

export const InvoicesTab = () => (
  <>
    <InvoiceFiles empty={<NoInvoices />} />
    <Invoices />
  </>
)
