import { screen, waitFor, within } from '@testing-library/preact'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerPayment } from '#contract/payments'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath as base, openCustomerRecord } from '../../support/record-app.ts'
import { sampleCustomerPayment, stubRefundForm } from '../../support/refund-app.ts'

const REFUND = `POST ${base}/payments/pay_aaaaaaaa/refunds` as const
const bodies = () => fakeApi.asked(REFUND).map(({ body }) => body as { refundId: string; amountCents: number })
const answered = { refundId: 'ref_aaaaaaaa', amountCents: 3050, status: 'succeeded' } as const

beforeEach(() => stubRefundForm())

async function openForm() {
  const person = openCustomerRecord('payments')
  await person.click(await screen.findByRole('button', { name: 'Devolver el pago 2026-0001' }))
  return { person, form: within(await screen.findByRole('dialog', { name: 'Devolver el pago 2026-0001' })) }
}

type Form = Awaited<ReturnType<typeof openForm>>['form']

async function fillInPart(person: UserEvent, form: Form, amount: string) {
  await person.click(form.getByRole('radio', { name: 'Una parte' }))
  await person.clear(form.getByLabelText('Importe en euros'))
  await person.type(form.getByLabelText('Importe en euros'), amount)
  await person.clear(form.getByLabelText('Motivo'))
  await person.type(form.getByLabelText('Motivo'), 'Se cortó la llamada')
}

test('A-71 the practice refunds all that is left, sees first what the client is owed, and what becomes of the hour', async () => {
  fakeApi.answer(REFUND, { ...answered, amountCents: 8000 })
  const { person, form } = await openForm()

  expect(
    await form.findByText(/^Según las reglas le corresponden 80,00 €: puede desistir .* 21 de noviembre/),
  ).toBeDefined()
  expect(form.getByText(/se cancela, su hora queda libre/)).toBeDefined()
  await person.type(form.getByLabelText('Motivo'), 'No puede venir')
  await person.click(form.getByRole('button', { name: 'Devolver 80,00 €' }))

  expect(await screen.findByText('Devolución hecha: 80,00 €')).toBeDefined()
  expect(bodies()).toMatchObject([{ amountCents: 8000, reason: 'No puede venir' }])
})

test('A-71 a part is typed with a decimal comma, to the cent, with a fresh code and once', async () => {
  fakeApi.refuse(REFUND, 'proof-required')
  const { person, form } = await openForm()
  await fillInPart(person, form, '30,5')
  expect(form.getByText('La consulta que pagó sigue en pie.')).toBeDefined()

  await person.click(form.getByRole('button', { name: 'Devolver 30,50 €' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  fakeApi.answer('POST /mfa/proof', { success: true, provenAt: '2026-11-21T09:00:00.000Z', recoveryCodesLeft: 8 })
  fakeApi.answer(REFUND, answered)
  await person.type(proof.getByLabelText(/código/i), '123456')
  await person.click(proof.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Devolución hecha: 30,50 €')).toBeDefined()
  const [asked, again] = bodies()
  expect(again).toMatchObject({ amountCents: 3050, refundId: asked?.refundId })
})

test('A-71 the whole refund is done by the keyboard alone: dialog, amount, reason and fresh code', async () => {
  // For the arrow keys among radio buttons, which need `CSS.escape`.
  vi.stubGlobal('CSS', { escape: (name: string) => name })
  fakeApi.refuse(REFUND, 'proof-required')
  const person = openCustomerRecord('payments')
  const opener = await screen.findByRole('button', { name: 'Devolver el pago 2026-0001' })
  const tabTo = async (find: () => HTMLElement) => {
    for (let presses = 0; document.activeElement !== find() && presses < 60; presses++) await person.tab()
    expect(document.activeElement).toBe(find())
  }

  await tabTo(() => opener)
  await person.keyboard('{Enter}')
  const form = within(await screen.findByRole('dialog', { name: 'Devolver el pago 2026-0001' }))
  await tabTo(() => form.getByRole('radio', { name: /^Todo lo que queda/ }))
  await person.keyboard('{ArrowDown}')
  await tabTo(() => form.getByLabelText('Importe en euros'))
  await person.keyboard('30,50')
  await tabTo(() => form.getByLabelText('Motivo'))
  await person.keyboard('Se cortó la llamada')
  await tabTo(() => form.getByRole('button', { name: 'Devolver 30,50 €' }))
  await person.keyboard('{Enter}')

  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  fakeApi.answer('POST /mfa/proof', { success: true, provenAt: '2026-11-21T09:00:00.000Z', recoveryCodesLeft: 8 })
  fakeApi.answer(REFUND, answered)
  await tabTo(() => proof.getByLabelText(/código/i))
  await person.keyboard('123456{Enter}')

  expect(await screen.findByText('Devolución hecha: 30,50 €')).toBeDefined()
  expect(bodies().at(-1)).toMatchObject({ amountCents: 3050, reason: 'Se cortó la llamada' })
})

test.each([
  ['80,01', 'Como mucho 80,00 €: es lo que queda de este pago'],
  ['0', 'Indica cuánto se devuelve'],
  ['1,234', 'Escribe un importe en euros, por ejemplo 60,50'],
])('A-71 a part of %s is refused at its field: %s', async (amount, text) => {
  const { person, form } = await openForm()

  await fillInPart(person, form, amount)
  await person.click(form.getByRole('button', { name: 'Devolver' }))

  expect(await form.findByText(text)).toBeDefined()
  expect(bodies()).toEqual([])
})

test('A-71 a reason is needed', async () => {
  const { person, form } = await openForm()

  await person.click(form.getByRole('button', { name: 'Devolver 80,00 €' }))

  expect(await form.findByText('Explica el motivo')).toBeDefined()
  expect(bodies()).toEqual([])
})

test('A-71 after a lost answer the same refund is asked for, also when the form was closed meanwhile', async () => {
  fakeApi.unreachable(REFUND)
  const { person, form } = await openForm()
  await fillInPart(person, form, '30,50')
  await person.click(form.getByRole('button', { name: 'Devolver 30,50 €' }))
  await form.findByText('No se ha podido pedir la devolución')
  await person.click(form.getByRole('button', { name: 'Cancelar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' }))
  await person.click(question.getByRole('button', { name: /Salir|Descartar/ }))

  fakeApi.answer(REFUND, answered)
  await person.click(await screen.findByRole('button', { name: 'Devolver el pago 2026-0001' }))
  const again = within(await screen.findByRole('dialog', { name: 'Devolver el pago 2026-0001' }))
  await fillInPart(person, again, '30,50')
  await person.click(again.getByRole('button', { name: 'Devolver 30,50 €' }))

  expect(await screen.findByText('Devolución hecha: 30,50 €')).toBeDefined()
  expect(new Set(bodies().map(({ refundId }) => refundId)).size).toBe(1)
})

test('A-71 a refund that fails at once stands in the form, and the next try is another refund', async () => {
  fakeApi.answer(REFUND, { ...answered, status: 'failed' })
  const { person, form } = await openForm()
  await fillInPart(person, form, '30,50')
  await person.click(form.getByRole('button', { name: 'Devolver 30,50 €' }))

  expect(await form.findByText(/no se ha devuelto nada/)).toBeDefined()
  await person.click(form.getByRole('button', { name: 'Reintentar' }))

  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(new Set(bodies().map(({ refundId }) => refundId)).size).toBe(2)
})

const refunded: CustomerPayment = {
  ...sampleCustomerPayment,
  refundedCents: 2000,
  status: 'partially-refunded',
  refunds: [
    {
      refundId: 'ref_bbbbbbbb',
      amountCents: 3050,
      status: 'failed',
      reason: 'practice',
      explanation: 'Se cortó la llamada',
      requestedAt: '2026-11-20T10:00:00.000Z',
    },
    {
      refundId: 'ref_re_1Nabc',
      amountCents: 2000,
      status: 'succeeded',
      reason: 'stripe',
      explanation: null,
      requestedAt: '2026-11-10T10:00:00.000Z',
    },
  ],
}

test('A-71 refunds are listed with date, amount, reason and state, and a failed one is tried again as it was', async () => {
  stubRefundForm(refunded)
  const person = openCustomerRecord('payments')

  const table = within(await screen.findByRole('table', { name: 'Devoluciones' }))
  const [, ...rows] = table.getAllByRole('row')
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    ['20 de noviembre de 2026', '2026-0001', '30,50 €', 'Se cortó la llamada', 'FallidaReintentar'],
    ['10 de noviembre de 2026', '2026-0001', '20,00 €', 'Hecha en Stripe', 'Completada'],
  ])
  await person.click(table.getByRole('button', { name: 'Reintentar la devolución de 30,50 €' }))

  const form = within(await screen.findByRole('dialog', { name: 'Devolver el pago 2026-0001' }))
  expect(form.getByLabelText('Importe en euros')).toHaveProperty('value', '30,50')
  expect(form.getByLabelText('Motivo')).toHaveProperty('value', 'Se cortó la llamada')
  expect(form.getByText('60,00 €')).toBeDefined()
})

test('A-71 what is wholly refunded is not refunded again', async () => {
  stubRefundForm({ refundedCents: 8000, status: 'refunded' })
  openCustomerRecord('payments')

  await screen.findByRole('button', { name: 'Ver justificante 2026-0001' })

  expect(screen.queryByRole('button', { name: /^Devolver el pago/ })).toBeNull()
})
