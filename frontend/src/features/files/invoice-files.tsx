import type { ReactNode } from 'react'
import { OwnFiles } from './own-files.tsx'

interface InvoiceFilesProps {
  readonly empty: ReactNode
}

export const OwnInvoiceFiles = ({ empty }: InvoiceFilesProps) => (
  <OwnFiles id="invoices-title" title="Mis Facturas" fileType="invoice" empty={empty} />
)
