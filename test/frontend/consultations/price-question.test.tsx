import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnConsultation } from '#contract/consultation'
import { isCurrentConsultation } from '#contract/consultation-room'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { chooseRowAction, createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'

const proposed: OwnConsultation = {
  consultationId: 'con_aaaaaaaa',
  startsAt: '2026-12-21T10:00:00.000Z',
  durationMinutes: 60,
  type: 'seguimiento',
  message: null,
  status: 'scheduled',
  priceCents: null,
  proposedPriceCents: 6000,
  priceDeclinedAt: null,
  isPaid: false,
  isIncluded: false,
  toConfirm: false,
  lapsesAt: null,
  lapsed: false,
  version: 2,
}
const accepted = { ...proposed, priceCents: 6000, proposedPriceCents: null }
const declined = { ...proposed, priceDeclinedAt: '2026-11-21T09:00:00.000Z' }

const ANSWER = 'POST /consultations/mine/con_aaaaaaaa/price'

const answerLists = (shown: OwnConsultation) => {
  fakeApi.answer('GET /consultations/mine', { items: [shown], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 1, completed: 0, upcoming: 1 })
  const current = isCurrentConsultation(shown, new Date()) ? shown : null
  fakeApi.answer('GET /consultations/mine/next', { consultation: current, toSchedule: null, freeRequests: true })
}

function openTab(shown: OwnConsultation) {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', {
    customerId: 'cus_aaaaaaaa',
    name: 'Lucía Ferrer Soto',
    email: 'lucia@example.com',
  })
  answerLists(shown)
  return openProductPath('/client?tab=consultations')
}

const findFirstButton = async (name: string) => {
  const [button] = await screen.findAllByRole('button', { name })
  return button ?? document.body
}

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

test('A-71 a proposed price is asked for, and nothing is to be paid before the yes', async () => {
  const person = openTab(proposed)
  fakeApi.answer(ANSWER, accepted)
  const accept = await findFirstButton('Acepto el precio')
  expect(screen.queryByText(/pendiente de pago/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()

  answerLists(accepted)
  await person.click(accept)

  expect((await screen.findAllByRole('button', { name: 'Pagar 60,00 €' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Acepto el precio' })).toBeNull()
  expect(fakeApi.asked(ANSWER)[0]?.body).toEqual({ priceCents: 6000, answer: 'accept' })
})

test('A-71 after a no nothing is to be paid, and a yes is still possible', async () => {
  const person = openTab(proposed)
  fakeApi.answer(ANSWER, declined)
  const decline = await findFirstButton('No acepto el precio')

  answerLists(declined)
  await person.click(decline)

  expect((await screen.findAllByText(/no aceptas el precio de .*\. Te escribiremos/)).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: 'Acepto el precio' }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  expect(fakeApi.asked(ANSWER)[0]?.body).toEqual({ priceCents: 6000, answer: 'decline' })
})

const past = { startsAt: '2026-11-20T10:00:00.000Z' } as const

test.each(['completed', 'no_show', 'scheduled'] as const)(
  'A-71 a price proposed after the hour is asked for in the history, also as %s, and is paid there after the yes',
  async (status) => {
    const person = openTab({ ...proposed, ...past, status })
    fakeApi.answer(ANSWER, { ...accepted, ...past, status })
    const history = within(await screen.findByRole('region', { name: 'Historial de consultas' }))
    expect(await history.findByRole('button', { name: 'No acepto el precio' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()

    answerLists({ ...accepted, ...past, status })
    await person.click(history.getByRole('button', { name: 'Acepto el precio' }))

    expect(await history.findByRole('button', { name: 'Pagar 60,00 €' })).toBeDefined()
    expect(fakeApi.asked(ANSWER)[0]?.body).toEqual({ priceCents: 6000, answer: 'accept' })
  },
)

test('A-71 of a cancelled consultation no price is asked for', async () => {
  openTab({ ...proposed, ...past, status: 'cancelled' })

  await screen.findByRole('table', { name: 'Consultas anteriores' })

  expect(screen.queryByRole('button', { name: 'Acepto el precio' })).toBeNull()
})

test('A-71 a price that has changed meanwhile is told, and the new one is asked for', async () => {
  const person = openTab(proposed)
  fakeApi.refuse(ANSWER, 'changed-meanwhile')
  const accept = await findFirstButton('Acepto el precio')

  answerLists({ ...proposed, proposedPriceCents: 7000, version: 3 })
  await person.click(accept)

  expect((await screen.findAllByText('70,00 €')).length).toBeGreaterThan(0)
  expect(screen.getByText(/Estos datos han cambiado mientras tanto/)).toBeDefined()
})

test('A-71 the practice sees what was not accepted, and its form keeps the price that was entered', async () => {
  const consultation = createAdminConsultation({
    priceCents: null,
    proposedPriceCents: 6000,
    priceDeclinedAt: '2026-11-21T09:00:00.000Z',
  })
  stubAdminAgenda({ coming: [consultation] })
  const person = openProductPath('/admin')

  expect(await screen.findByText(/^No acepta el precio/)).toBeDefined()
  await chooseRowAction(person, 'Editar')

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Precio en euros/).value).toBe('60.00'))
  expect(screen.getByText('El cliente no acepta 60,00 €.')).toBeDefined()
})

test('the practice reads beside the price which one waits for an answer and which one is agreed', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ priceCents: 6000, proposedPriceCents: 7500 })] })
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Editar')

  const price = await screen.findByLabelText('Precio en euros (opcional)')

  expect(screen.getByText('El cliente todavía no ha aceptado 75,00 €. El acordado es 60,00 €.').id).toBe(
    price.getAttribute('aria-describedby'),
  )
})
