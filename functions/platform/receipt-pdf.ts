import type { EntityItem } from 'electrodb'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import type { Entities } from '#data/entities'

export type Receipt = EntityItem<Entities['receipts']>

const A4: [number, number] = [595.28, 841.89]
const MARGIN = 64
const GREEN = rgb(0.122, 0.373, 0.341)
const INK = rgb(0.071, 0.129, 0.122)

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })
const day = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: TIME_ZONE })

/**
 * The 'Justificante de pago' as a PDF of one A4 page. It proves a payment; it is not an invoice, and says so. The same
 * receipt gives the same bytes.
 */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const issuedAt = new Date(receipt.issuedAt)
  pdf.setTitle(`Justificante de pago ${receipt.receiptNumber}`)
  pdf.setAuthor(PRODUCT_NAME)
  pdf.setLanguage('es-ES')
  pdf.setCreationDate(issuedAt)
  pdf.setModificationDate(issuedAt)

  const page = pdf.addPage(A4)
  const serif = await pdf.embedFont(StandardFonts.TimesRoman)
  const sans = await pdf.embedFont(StandardFonts.Helvetica)
  const top = A4[1] - MARGIN
  page.drawText(PRODUCT_NAME, { x: MARGIN, y: top, size: 24, font: serif, color: GREEN })
  page.drawText('Justificante de pago', { x: MARGIN, y: top - 40, size: 16, font: sans, color: INK })
  rows(receipt, issuedAt).forEach((row, position) => drawRow(page, sans, row, top - 90 - position * 28))
  page.drawText('Este documento acredita el pago recibido y no sustituye a la factura.', {
    x: MARGIN,
    y: MARGIN,
    size: 9,
    font: sans,
    color: INK,
  })
  return pdf.save()
}

const rows = (receipt: Receipt, issuedAt: Date): readonly (readonly [string, string])[] => [
  ['Número', receipt.receiptNumber],
  ['Fecha', day.format(issuedAt)],
  ['Pagado por', receipt.buyerName],
  ['Concepto', receipt.concept],
  ['Precio de tarifa', euros.format(receipt.listCents / 100)],
  ['Importe pagado', euros.format(receipt.amountCents / 100)],
  ['Forma de pago', 'Tarjeta, a través de Stripe'],
]

function drawRow(page: PDFPage, font: PDFFont, [label, text]: readonly [string, string], y: number): void {
  page.drawText(label, { x: MARGIN, y, size: 10, font, color: GREEN })
  page.drawText(printable(text, font), { x: MARGIN + 130, y, size: 11, font, color: INK, maxWidth: 330 })
}

/** The built-in fonts know Western European letters only; a name with others keeps the rest rather than no receipt at all. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet())
  return [...text.normalize('NFC').replaceAll(/\s/g, ' ')]
    .map((letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : '?'))
    .join('')
}
