import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnConsultation } from '#contract/consultation'
import { isCurrentConsultation } from '#contract/consultation-room'
import { leaveForMock, openProductPath, passRetries, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, paidCancellationOptions } from '../../support/own-consultations.ts'

const consultation = createOwnConsultation({ startsAt: '2026-12-21T10:00:00.000Z', version: 1 })

const OPTIONS = 'GET /consultations/mine/con_aaaaaaaa/options'
const options = { ...paidCancellationOptions, paymentId: null, noShowRule: 'another-hour' } as const

const PAY = 'POST /consultations/mine/con_aaaaaaaa/checkout'
const redirect = {
  orderId: 'ord_aaaaaaaa-1',
  url: 'https://checkout.stripe.com/c/1',
  totalCents: 6000,
  heldUntil: null,
}

function openTab(changes: Partial<OwnConsultation> = {}) {
  const shown = { ...consultation, ...changes }
  fakeApi.answer('GET /consultations/mine', { items: [shown], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 1, completed: 0, upcoming: 1 })
  const current = isCurrentConsultation(shown, new Date()) ? shown : null
  fakeApi.answer('GET /consultations/mine/next', { consultation: current, toSchedule: null, freeRequests: true })
  return openProductPath('/client?tab=consultations')
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', {
    customerId: 'cus_aaaaaaaa',
    name: 'Lucía Ferrer Soto',
    email: 'lucia@example.com',
  })
  fakeApi.answer(PAY, redirect)
  fakeApi.answer(OPTIONS, options)
})

const openDialog = async (person: ReturnType<typeof openTab>) => {
  const [button] = await screen.findAllByRole('button', { name: 'Pagar 60,00 €' })
  await person.click(button ?? document.body)
  return within(await screen.findByRole('dialog', { name: 'Pagar tu consulta' }))
}

test('A-71 a consultation with a price is paid from its card at that price, after the rules', async () => {
  const person = openTab()
  const dialog = await openDialog(person)

  expect(await dialog.findByText(/Puedes cambiar o cancelar tu consulta gratis hasta/)).toBeDefined()
  expect(dialog.getByText(/Si no te presentas.*te damos otra hora con el mismo pago/)).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://checkout.stripe.com/c/1'))
  expect(fakeApi.asked(PAY)[0]?.body).toEqual({ priceCents: 6000, noShowRule: 'another-hour' })
})

test('A-71 whoever comes back from Stripe without paying can pay, and sees the consultation as it is now', async () => {
  const person = openTab()
  const dialog = await openDialog(person)
  await person.click(await dialog.findByRole('button', { name: 'Continuar al pago' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  const asked = fakeApi.asked('GET /consultations/mine/next').length

  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))

  await person.click(await dialog.findByRole('button', { name: 'Continuar al pago' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledTimes(2))
  expect(fakeApi.asked('GET /consultations/mine/next').length).toBeGreaterThan(asked)
})

test('A-71 one within the days of withdrawal is asked for expressly before it is paid', async () => {
  const person = openTab({ startsAt: '2026-11-25T10:00:00.000Z' })
  const dialog = await openDialog(person)

  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))
  expect(fakeApi.asked(PAY)).toEqual([])
  await person.click(dialog.getByRole('checkbox'))
  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(fakeApi.asked(PAY)).toHaveLength(1))
  expect(fakeApi.asked(PAY)[0]?.body).toMatchObject({ consents: { expressRequest: true, acknowledgement: true } })
})

test('A-71 one that has passed is paid after its rules: what was held is not given back, and what becomes of an absence', async () => {
  const person = openTab({ startsAt: '2026-11-20T10:00:00.000Z', status: 'completed' })
  const dialog = await openDialog(person)

  const rules = within(await dialog.findByRole('list', { name: 'Antes de pagar' }))
  expect(rules.getByText(/lo que se ha celebrado se paga y no se devuelve/)).toBeDefined()
  expect(rules.getByText('Si no te presentaste, te damos otra hora con el mismo pago.')).toBeDefined()
  expect(rules.queryByText(/gratis hasta|devolvemos todo/)).toBeNull()
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(fakeApi.asked(PAY)).toHaveLength(1))
  expect(fakeApi.asked(PAY)[0]?.body).toEqual({ priceCents: 6000, noShowRule: 'another-hour' })
})

const yesterday = '2026-11-20T10:00:00.000Z'

test.each(['completed', 'no_show', 'scheduled'] as const)(
  'A-71 one that has passed is paid from the history, also as %s, and beside it stands what is due',
  async (status) => {
    const person = openTab({ startsAt: yesterday, status })
    const history = within(await screen.findByRole('region', { name: 'Historial de consultas' }))
    const due = within(await history.findByRole('list', { name: 'Pendientes de precio o de pago' }))
    expect(due.getByText('Seguimiento · 60,00 €, pendiente de pago')).toBeDefined()
    const dialog = await openDialog(person)

    await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

    await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://checkout.stripe.com/c/1'))
  },
)

test.each([
  ['another that has passed', { startsAt: yesterday, status: 'completed' }],
  ['coming ones alone', { startsAt: '2026-12-01T10:00:00.000Z' }],
] as const)(
  'A-71 one that has passed is paid from the history also where it is older than the consultations loaded, %s',
  async (_, listed) => {
    const old = { ...consultation, startsAt: yesterday, status: 'completed' } as const
    const person = openTab({ ...listed, consultationId: 'con_bbbbbbbb', isPaid: true })
    fakeApi.answer('GET /consultations/mine/next', {
      consultation: null,
      pastToPay: old,
      toSchedule: null,
      freeRequests: true,
    })
    const dialog = await openDialog(person)

    await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

    await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://checkout.stripe.com/c/1'))
  },
)

test('past consultations behind the coming ones of the first page can be loaded', async () => {
  const person = openTab()
  fakeApi.answer('GET /consultations/mine', (_, { cursor }) =>
    cursor
      ? { items: [{ ...consultation, consultationId: 'con_bbbbbbbb', startsAt: yesterday, isPaid: true }], next: null }
      : { items: [consultation], next: '2026-12-21T10:00:00.000Z~con_aaaaaaaa' },
  )

  await person.click(await screen.findByRole('button', { name: 'Cargar más' }))

  expect(await screen.findByRole('table', { name: 'Consultas anteriores' })).toBeDefined()
})

test.each([{ status: 'cancelled' }, { isPaid: true }, { priceCents: 0 }, { priceCents: null }] as const)(
  'A-71 nothing is to be paid of one that has passed where it is %o',
  async (changes) => {
    openTab({ startsAt: yesterday, status: 'completed', ...changes })

    await screen.findByRole('table', { name: 'Consultas anteriores' })

    expect(screen.queryByRole('list', { name: 'Pendientes de precio o de pago' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  },
)

test('A-71 a price that has changed is told, and nothing is paid', async () => {
  fakeApi.refuse(PAY, 'changed-meanwhile')
  const person = openTab()
  const dialog = await openDialog(person)

  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

  expect(await dialog.findByText(/Estos datos han cambiado mientras tanto/)).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('A-71 a rule that changed while the dialog was open is shown as it is now, what was ticked stays, and the next press pays', async () => {
  const person = openTab({ startsAt: '2026-11-25T10:00:00.000Z' })
  const dialog = await openDialog(person)
  await dialog.findByText(/te damos otra hora con el mismo pago\.$/)
  await person.click(dialog.getByRole('checkbox'))
  fakeApi.refuse(PAY, 'rules-changed')
  fakeApi.answer(OPTIONS, { ...options, noShowRule: 'lost' })

  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))

  expect(await dialog.findByText(/hemos cambiado lo que pasa con tu pago si no te presentas/)).toBeDefined()
  expect(dialog.getByText(/Si no te presentas.*el pago se pierde\.$/)).toBeDefined()
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  fakeApi.answer(PAY, redirect)
  await person.click(dialog.getByRole('button', { name: 'Continuar al pago' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  expect(fakeApi.asked(PAY).map(({ body }) => body)).toMatchObject([
    { noShowRule: 'another-hour' },
    { noShowRule: 'lost' },
  ])
})

test.each([{ isPaid: true }, { toConfirm: true }, { priceCents: null }])(
  'A-71 nothing is to be paid where it is %o',
  async (changes) => {
    openTab(changes)
    const coming = within(await screen.findByRole('region', { name: 'Próximas consultas' }))

    await coming.findByRole('link', { name: /^Google Calendar/ })

    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  },
)

test('A-71 while the rules cannot be read nothing is paid, and the dialog says so and reads them again', async () => {
  fakeApi.fail(OPTIONS, 400)
  const person = openTab()
  const dialog = await openDialog(person)
  await passRetries(OPTIONS)
  expect(await dialog.findByText(/^No se pudieron leer las condiciones/)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Continuar al pago' })).toHaveProperty('disabled', true)

  fakeApi.answer(OPTIONS, { ...options, noShowRule: 'lost' })
  await person.click(dialog.getByRole('button', { name: 'Reintentar' }))

  expect(await dialog.findByText(/Si no te presentas/)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Continuar al pago' })).toHaveProperty('disabled', false)
})
