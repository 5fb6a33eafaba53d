import type { EntityItem } from 'electrodb'
import { type PracticeLegalDetails, practiceLegalDetails } from '#contract/practice'
import type { PaymentReceipt } from '#contract/receipt'
import type { TableEntities } from '#data/entities'

export type StoredReceipt = EntityItem<TableEntities['receipts']>

export const toReceiptIssuer = ({
  legalName,
  taxId,
  address,
  email,
}: PracticeLegalDetails): PaymentReceipt['issuer'] => ({
  legalName,
  taxId,
  address,
  email,
})

/** Older receipts without issuer and IVA were issued by the practice as configured now. */
export const toReceipt = ({
  issuer = toReceiptIssuer(practiceLegalDetails),
  vat,
  ...stored
}: StoredReceipt): PaymentReceipt => ({
  ...stored,
  issuer,
  vat: toVat(vat) ?? practiceLegalDetails.vat,
})

function toVat(vat: StoredReceipt['vat']): PaymentReceipt['vat'] | undefined {
  if (vat?.percent !== undefined) return { percent: vat.percent }
  return vat?.exemption === undefined ? undefined : { exemption: vat.exemption }
}

export const formatReceiptFileName = ({ receiptNumber }: Pick<StoredReceipt, 'receiptNumber'>) =>
  `justificante-${receiptNumber}.pdf`
