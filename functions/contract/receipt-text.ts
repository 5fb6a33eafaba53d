import { createDayFormatter, toPracticeDay } from './calendar-days.ts'
import type { PaymentMethod, PaymentReceipt } from './receipt.ts'
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

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  card: 'Tarjeta',
  link: 'Link',
  bizum: 'Bizum',
  paypal: 'PayPal',
  sepa_debit: 'Adeudo domiciliado',
  customer_balance: 'Transferencia bancaria',
}

const formatPaymentMethod = ({ paymentMethod }: PaymentReceipt): string =>
  paymentMethod ? `${paymentMethodLabels[paymentMethod]}, a través de Stripe` : 'A través de Stripe'

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
    ...(amountCents > 0 ? [['Forma de pago', formatPaymentMethod(receipt)] as const] : []),
  ]
}

export const formatNotInvoiceNotice = ({ issuer, amountCents }: PaymentReceipt): string =>
  `Este documento acredita ${amountCents > 0 ? 'el pago recibido' : 'tu compra, por la que no se ha pagado nada,'} y no es una factura. Si necesitas una, escríbenos a ${issuer.email}.`
