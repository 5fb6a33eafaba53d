import { InvoiceFiles } from '../features/files/invoice-files.tsx'
import { Invoices } from '../features/payments/invoices.tsx'
import { NoInvoices } from '../features/payments/no-invoices.tsx'

/** `?tab=invoices`: what the client was billed, and what they have paid. */
export const InvoicesTab = () => (
  <>
    <InvoiceFiles empty={<NoInvoices />} />
    <Invoices />
  </>
)
