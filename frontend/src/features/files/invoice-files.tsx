import type { ReactNode } from 'react'
import { OwnFiles } from './own-files.tsx'

interface InvoiceFilesProps {
  /** What somebody reads who has none. */
  readonly empty: ReactNode
}

/** The invoices that the practice has made out to the client. */
export const InvoiceFiles = ({ empty }: InvoiceFilesProps) => (
  <OwnFiles id="invoices-title" title="Mis Facturas" fileType="invoice" empty={empty} />
)
