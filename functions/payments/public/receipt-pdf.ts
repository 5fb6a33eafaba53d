import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { practiceLegalDetails } from '#contract/practice'
import { formatNotInvoiceNotice, formatReceiptLines } from '#contract/receipt-text'
import { type StoredReceipt, toReceipt } from './receipt.ts'

const A4: [number, number] = [595.28, 841.89]
const MARGIN = 64
const TEXT_WIDTH = 330
const GREEN = rgb(0.122, 0.373, 0.341)
const INK = rgb(0.071, 0.129, 0.122)

/**
 * One A4 page titled 'Justificante de pago', which states that it is no invoice. Deterministic: the same receipt gives
 * the same bytes.
 */
export async function renderReceiptPdf(stored: StoredReceipt): Promise<Uint8Array> {
  const receipt = toReceipt(stored)
  const pdf = await PDFDocument.create()
  const issuedAt = new Date(receipt.issuedAt)
  pdf.setTitle(`Justificante de pago ${receipt.receiptNumber}`)
  pdf.setAuthor(receipt.issuer.legalName)
  pdf.setLanguage('es-ES')
  pdf.setCreationDate(issuedAt)
  pdf.setModificationDate(issuedAt)

  const page = pdf.addPage(A4)
  const serif = await pdf.embedFont(StandardFonts.TimesRoman)
  const sans = await pdf.embedFont(StandardFonts.Helvetica)
  const top = A4[1] - MARGIN
  page.drawText(practiceLegalDetails.tradeName, { x: MARGIN, y: top, size: 24, font: serif, color: GREEN })
  page.drawText('Justificante de pago', { x: MARGIN, y: top - 40, size: 16, font: sans, color: INK })
  let y = top - 90
  for (const line of formatReceiptLines(receipt)) y -= drawLine(page, sans, line, y)
  page.drawText(formatNotInvoiceNotice(receipt), { x: MARGIN, y: MARGIN, size: 9, font: sans, color: INK })
  return pdf.save()
}

function drawLine(page: PDFPage, font: PDFFont, [title, text]: readonly [string, string], y: number): number {
  const shown = toPrintable(text, font)
  page.drawText(title, { x: MARGIN, y, size: 10, font, color: GREEN })
  page.drawText(shown, { x: MARGIN + 130, y, size: 11, font, color: INK, maxWidth: TEXT_WIDTH, lineHeight: 15 })
  return 13 + 15 * Math.max(1, Math.ceil(font.widthOfTextAtSize(shown, 11) / (TEXT_WIDTH * 0.9)))
}

/** The built-in fonts have Western European letters only; others become `?`, so that the receipt does not fail. */
export function toPrintable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet())
  return [...text.normalize('NFC').replaceAll(/\s/g, ' ')]
    .map((character) => (known.has(character.codePointAt(0) ?? 0) ? character : '?'))
    .join('')
}
