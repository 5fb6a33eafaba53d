import { createDayFormatter, toPracticeDay } from './calendar-days.ts'
import type { PaymentReceipt } from './receipt.ts'
import { onFirstUse } from './on-first-use.ts'

const euros = onFirstUse(() => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }))
const longDay = createDayFormatter({ dateStyle: 'long' })
const money = (cents: number): string => euros.format(cents / 100)

/** Net amount of a price with VAT, rounded to whole cents; the VAT is the rest. */
const baseOf = (amountCents: number, percent: number): number => Math.round(amountCents / (1 + percent / 100))

function vatLines({ amountCents, vat }: PaymentReceipt): (readonly [string, string])[] {
  if ('exemption' in vat) {
    return [
      ['Base imponible', money(amountCents)],
      ['IVA', vat.exemption],
    ]
  }
  const baseCents = baseOf(amountCents, vat.percent)
  return [
    ['Base imponible', money(baseCents)],
    [`IVA (${String(vat.percent).replace('.', ',')} %)`, money(amountCents - baseCents)],
  ]
}

export function formatReceiptLines(receipt: PaymentReceipt): readonly (readonly [title: string, text: string])[] {
  const { issuer, listCents, amountCents } = receipt
  return [
    ['Número', receipt.receiptNumber],
    ['Fecha', longDay(toPracticeDay(receipt.issuedAt))],
    ['Emitido por', issuer.legalName],
    ['NIF', issuer.taxId],
    ['Domicilio', issuer.address],
    ['Pagado por', receipt.buyerName],
    ['Concepto', receipt.concept],
    ['Precio de tarifa', money(listCents)],
    ...(listCents > amountCents ? [['Descuento', money(amountCents - listCents)] as const] : []),
    ...vatLines(receipt),
    ['Total pagado', money(amountCents)],
    ['Forma de pago', 'Tarjeta, a través de Stripe'],
  ]
}

export const formatNotInvoiceNotice = ({ issuer }: Pick<PaymentReceipt, 'issuer'>): string =>
  `Este documento acredita el pago recibido y no es una factura. Si necesitas una, escríbenos a ${issuer.email}.`
