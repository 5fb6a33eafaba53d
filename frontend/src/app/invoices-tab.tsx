import { InvoiceFiles } from '../features/files/invoice-files.tsx'
import { Invoices } from '../features/payments/invoices.tsx'

/** `?tab=invoices`: what the client was billed, and what they have paid. */
export const InvoicesTab = () => (
  <>
    <InvoiceFiles />
    <Invoices />
  </>
)
