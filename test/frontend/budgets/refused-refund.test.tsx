import { screen } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { createAgreement, createPublishedBudget, stubCustomerBudgets } from '../../support/customer-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'

const ENDED = { endedAt: '2026-11-20T09:00:00.000Z', refundedCents: 2000, failedRefundCents: 5368 }

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
})

test.each([
  ['a part', ENDED, /Te devolvemos 20,00 €.*No hemos podido devolverte 53,68 €. El dinero sigue siendo tuyo/],
  [
    'all of it',
    { ...ENDED, refundedCents: 0 },
    /Se canceló el 20 de noviembre de 2026\. No hemos podido devolverte 53,68 €/,
  ],
  [
    'nothing, and holds some of it',
    { ...ENDED, refundedCents: 7368, heldUpRefundCents: 5368, failedRefundCents: 0 },
    /Te devolvemos 20,00 € .* Has reclamado un pago a tu banco .* te devolvemos otros 53,68 €/,
  ],
  ['nothing', { ...ENDED, failedRefundCents: 0 }, /Te devolvemos 20,00 € por el mismo medio con el que pagaste\.$/],
])('A-73 the client reads what of an ended budget goes back where the bank has refused %s', async (_, sums, words) => {
  signInAsRole('cliente')
  const agreement = createOwnAgreement(sums)
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'ended', agreement })] })
  openProductPath('/client/presupuestos')

  const notice = (await screen.findByText(/Se canceló el/)).textContent.replaceAll(/\s/g, ' ')

  expect(notice).toMatch(words)
  expect(notice).not.toContain('No quedaba nada')
})

test('A-73 the practice reads what of an ended budget the bank has refused to give back', async () => {
  stubCustomerBudgets([createPublishedBudget({ state: 'ended', agreement: createAgreement(ENDED) })])
  openProductPath('/client/cus_aaaaaaaa/presupuestos')

  const term = await screen.findByText('Devolución rechazada')

  expect(term.nextElementSibling?.textContent).toMatch(/53,68.*otro medio/)
})
