import { OwnFiles } from './own-files.tsx'

/** The invoices that the practice has made out to the client. */
export const InvoiceFiles = () => (
  <OwnFiles
    id="invoices-title"
    title="Mis Facturas"
    fileType="invoice"
    empty={<p>Todavía no tienes facturas. Los justificantes de tus pagos están aquí debajo.</p>}
  />
)
