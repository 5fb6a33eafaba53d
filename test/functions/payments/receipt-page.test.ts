import { expect, test } from 'vitest'
import { renderReceiptPdf } from '../../../functions/payments/public/receipt-pdf.ts'
import type { StoredReceipt } from '../../../functions/payments/public/receipt.ts'
import { extractPlacedPdfTexts } from '../../support/pdf-text.ts'

const [GREEN, BLACK] = ['0.122 0.373 0.341', '0.071 0.129 0.122']
const PAGE_WIDTH = 595

const readPaymentMethod = async (changes: Partial<StoredReceipt>) => {
  const lines = extractPlacedPdfTexts(await renderReceiptPdf({ ...receipt, ...changes })).flatMap((text) => text.lines)
  return lines.includes('Forma de pago') ? lines[lines.indexOf('Forma de pago') + 1] : undefined
}

const readFoot = async (changes: Partial<StoredReceipt>) =>
  extractPlacedPdfTexts(await renderReceiptPdf({ ...receipt, ...changes }))
    .at(-1)
    ?.lines.join(' ')

const receipt = {
  receiptNumber: '2026-ABC',
  buyerName: 'Lucía Ferrer',
  concept: 'Primera consulta',
  listCents: 10_000,
  amountCents: 8000,
  issuedAt: '2026-11-21T09:00:00.000Z',
} as StoredReceipt

test('the page of a receipt begins with the practice and its title, and closes at its foot with what it is not', async () => {
  const texts = extractPlacedPdfTexts(await renderReceiptPdf(receipt))

  expect(texts.slice(0, 2)).toMatchObject([
    { lines: ['Hábitat Interior'], color: GREEN, size: 24, x: 64, y: 777.89 },
    { lines: ['Justificante de pago'], color: BLACK, size: 16, x: 64, y: 737.89 },
  ])
  expect(texts.at(-1)).toMatchObject({
    lines: [expect.stringContaining('no es una factura')],
    color: BLACK,
    size: 9,
    x: 64,
    y: 64,
  })
})

test('each row of a receipt has its title beside its text, and stands below all lines of the one before', async () => {
  const concept = 'Primera consulta de microbiota, con lectura del análisis '.repeat(6).trim()
  const texts = extractPlacedPdfTexts(await renderReceiptPdf({ ...receipt, concept })).slice(2, -1)
  const rows = texts.flatMap((title, index) => (index % 2 === 0 ? [{ title, text: texts[index + 1] }] : []))

  expect(rows[0]?.title.y).toBe(687.89)
  for (const { title, text } of rows) {
    expect(title).toMatchObject({ color: GREEN, size: 10, x: 64 })
    expect(text).toMatchObject({ color: BLACK, size: 11, x: 194, y: title.y, lineHeight: 15 })
  }
  const gaps = rows.slice(1).map(({ title }, index) => {
    const before = rows[index]
    return (before?.title.y ?? 0) - title.y - 15 * (before?.text?.lines.length ?? 0)
  })
  expect(Math.min(...gaps)).toBeCloseTo(13)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(13 + 15 + 0.01)
  const wrapped = rows.find(({ title }) => title.lines[0] === 'Concepto')?.text?.lines ?? []
  expect(wrapped.length).toBeGreaterThan(4)
  // Helvetica of 11 points is about 5 wide per letter.
  expect(Math.max(...wrapped.map(({ length }) => length)) * 5 + 194).toBeLessThan(PAGE_WIDTH)
})

test('A-34 a receipt of what cost nothing proves the purchase, and no payment that nobody made', async () => {
  expect(await readFoot({})).toContain('acredita el pago recibido y no es una factura')
  expect(await readFoot({ amountCents: 0 })).toContain(
    'acredita tu compra, por la que no se ha pagado nada, y no es una factura',
  )
})

test('a letter that the fonts of a receipt do not have is a question mark, and one in two parts is one letter', async () => {
  const texts = extractPlacedPdfTexts(await renderReceiptPdf({ ...receipt, buyerName: 'Mari\u0301a\tŁuk 李' }))

  expect(texts.flatMap(({ lines }) => lines)).toContain('María ?uk ?')
})

test.each<[string, Partial<StoredReceipt>, string | undefined]>([
  ['card', { paymentMethod: 'card' }, 'Tarjeta, a través de Stripe'],
  ['Bizum', { paymentMethod: 'bizum' }, 'Bizum, a través de Stripe'],
  ['means that was not noted', {}, 'A través de Stripe'],
  ['means at all, for nothing was to be paid', { amountCents: 0 }, undefined],
])('a receipt says how it was paid, and nothing that is not known: by %s', async (_, changes, text) => {
  expect(await readPaymentMethod(changes)).toBe(text)
})
