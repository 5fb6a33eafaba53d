import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { BUDGET_ID } from '../../support/budgets.ts'
import { extractPdfText } from '../../support/pdf-text.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'

const toText = ({ pdfBase64 }: { readonly pdfBase64: string }): string =>
  extractPdfText(Buffer.from(pdfBase64, 'base64')).join('\n')

async function withAnAcceptedBudget(accepted: object = {}) {
  const setup = await createPublishedBudgetSetup()
  const { ask, asClient, asBoss, params, acceptAndPay } = setup
  await acceptAndPay(accepted)
  return {
    ...setup,
    readOwn: async () =>
      toText((await ask(payments.budgetDocument, { ...asClient, params: { budgetId: BUDGET_ID } })).body),
    readByPractice: async () => toText((await ask(payments.budgetDocumentOfCustomer, { ...asBoss(), params })).body),
  }
}

describe('A-73 the PDF of an accepted budget', () => {
  test('says when which option was accepted, for whom the invoices are and its parts, and offers nothing', async () => {
    const { readOwn, readByPractice } = await withAnAcceptedBudget()

    const text = await readOwn()

    expect(text).toContain('Aceptado el 21 de noviembre de 2026: opción «Completo», versión 1.')
    expect(text).toContain('NIF 00000000T, Calle de Ejemplo, 12, 28010 Madrid')
    expect(text).toContain('Completo: 420,00 €')
    expect(text).toContain('Parte 2: 140,00 €, antes de: analítica 1')
    expect(text).not.toMatch(/Esencial|Válido hasta|no te compromete|Para ti/)
    expect(await readByPractice()).toBe(text)
  })

  test('that was accepted in one payment names no parts', async () => {
    const { readOwn } = await withAnAcceptedBudget({ inParts: false })

    const text = await readOwn()

    expect(text).toContain('Se paga de una vez.')
    expect(text).not.toContain('Parte 1')
  })

  test('has the day of acceptance and no other after the consent for health data was withdrawn', async () => {
    const { practice, params, readOwn } = await withAnAcceptedBudget()
    await practice.data.budgets.delete(params).go()

    const text = await readOwn()

    expect(text).toContain('Aceptado el 21 de noviembre de 2026')
    expect(text.match(/\d+ de \p{L}+ de \d{4}/gu)).toEqual(['21 de noviembre de 2026'])
  })

  test('that was cancelled afterwards says so', async () => {
    const { readOwn, terms, cancel } = await withAnAcceptedBudget()
    await cancel((await terms()).body.refundCents)

    expect(await readOwn()).toContain('Cancelado el 21 de noviembre de 2026.')
  })
})
