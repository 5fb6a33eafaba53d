import { fireEvent, screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BudgetAgreement } from '#contract/budgets'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath, passRetries, waitUntilDrawn } from '../../support/browser-app.tsx'
import { createAgreement, createPublishedBudget } from '../../support/customer-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import {
  consultationApiPath,
  notesApiPath,
  openSessionNotes,
  sampleConsultation,
  stubSessionNotes,
} from '../../support/record-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const booking = 'POST /consultations'
const budgetsOf = 'GET /customers/cus_aaaaaaaa/budgets'

const withConsultations = (
  consultations: { readonly count: number; readonly used: number; readonly free: number; readonly blocked: number },
  {
    budgetId = 'bud_11111111-1111-4111-8111-111111111111',
    ...changes
  }: Partial<BudgetAgreement> & { readonly budgetId?: string } = {},
) => {
  const budget = createPublishedBudget(
    { state: 'accepted', budgetId, agreement: createAgreement({ consultations, ...changes }) },
    { budgetId },
  )
  fakeApi.answer(budgetsOf, { items: [budget] })
  return budget
}

async function openDialog() {
  stubAdminAgenda()
  fakeApi.answer(booking, createAdminConsultation())
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  const chooseClient = async (name: RegExp) => {
    await person.clear(dialog.getByRole('combobox', { name: 'Cliente' }))
    await person.type(dialog.getByRole('combobox', { name: 'Cliente' }), 'clie')
    await person.click(await dialog.findByRole('option', { name }))
  }
  await person.type(dialog.getByLabelText('Fecha'), '2026-12-10')
  await person.type(dialog.getByLabelText('Hora'), '10:30')
  const send = () => person.click(dialog.getByRole('button', { name: 'Programar consulta' }))
  const findOffer = () => dialog.findByLabelText<HTMLSelectElement>('Cómo se paga')
  return { person, dialog, chooseClient, findOffer, send }
}

describe('A-73 an hour for a client with a budget', () => {
  test('uses up a consultation that it includes, and says of which budget and how many are left', async () => {
    const { budgetId } = withConsultations({ count: 3, used: 1, free: 1, blocked: 1 })
    const { dialog, chooseClient, findOffer, send } = await openDialog()

    await chooseClient(/Lucía/)

    const offer = await findOffer()
    expect(offer.selectedOptions[0]?.textContent).toBe('Incluida en su presupuesto')
    expect(
      dialog.getByText(
        'Completo: quedan 2 de 3. Seguimiento de 30 minutos, sin cobrarle nada más. Otra espera a que pague su parte.',
      ),
    ).toBeDefined()
    expect([dialog.queryByLabelText('Tipo'), dialog.queryByLabelText(/Precio/)]).toEqual([null, null])
    await send()
    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)[0]?.body).toMatchObject({
      budgetId,
      type: 'seguimiento',
      durationMinutes: 30,
      priceCents: null,
    })
  })

  test('cannot be booked while the budgets are being looked at, and then uses up one that is included', async () => {
    const budget = withConsultations({ count: 3, used: 1, free: 2, blocked: 0 })
    const answerBudgets = fakeApi.hold(budgetsOf, { items: [budget] })
    const { dialog, chooseClient, findOffer, send } = await openDialog()
    await chooseClient(/Lucía/)
    await send()
    const waiting = await dialog.findByRole('button', { name: 'Mirando su presupuesto...' })
    expect(waiting).toHaveProperty('disabled', true)

    answerBudgets()
    await findOffer()
    expect(await dialog.findByText(/^Su presupuesto incluye consultas: mira cómo se paga esta/)).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])
    await send()

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking).map(({ body }) => body)).toMatchObject([
      { budgetId: budget.budgetId, type: 'seguimiento', durationMinutes: 30, priceCents: null },
    ])
  })

  test('whose booking is pressed before the budgets are there is booked once none of them includes it', async () => {
    const answerBudgets = fakeApi.hold(budgetsOf, { items: [] })
    const { dialog, chooseClient, send } = await openDialog()
    await chooseClient(/Lucía/)
    expect(dialog.getByRole('button', { name: 'Programar consulta' })).toHaveProperty('disabled', false)
    await send()
    await dialog.findByRole('button', { name: 'Mirando su presupuesto...' })
    expect(fakeApi.asked(booking)).toEqual([])

    answerBudgets()

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)).toHaveLength(1)
  })

  test('whose booking is pressed before the budgets are there is not booked beside one that is unpaid until it is read', async () => {
    const budget = withConsultations({ count: 3, used: 1, free: 0, blocked: 2 })
    const answerBudgets = fakeApi.hold(budgetsOf, { items: [budget] })
    const { dialog, chooseClient, send } = await openDialog()
    await chooseClient(/Lucía/)
    await send()
    await dialog.findByRole('button', { name: 'Mirando su presupuesto...' })

    answerBudgets()
    expect(await dialog.findByText(/antes tiene que pagar la parte que les corresponde/)).toBeDefined()
    expect(await dialog.findByText(/mira cómo se paga esta y pulsa otra vez/)).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])
    await send()

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)[0]?.body).not.toHaveProperty('budgetId')
  })

  test('whose booking is pressed before the budgets could not be looked at is not booked until it is pressed again', async () => {
    const answer = Promise.withResolvers<Response>()
    fakeApi.answer(budgetsOf, async () => (await answer.promise).clone())
    const { dialog, chooseClient, send } = await openDialog()
    await chooseClient(/Lucía/)
    await send()
    await dialog.findByRole('button', { name: 'Mirando su presupuesto...' })

    answer.resolve(Response.json({ code: 'not-found' }, { status: 404 }))
    expect(await dialog.findByText(/No hemos podido mirar si su presupuesto/)).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])
    await send()

    expect(await screen.findByText('Consulta programada')).toBeDefined()
  })

  test('is also offered while a server of the release before answers, which names no rule about absences', async () => {
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 }, { noShowRule: undefined })
    const { chooseClient, findOffer } = await openDialog()

    await chooseClient(/Lucía/)

    expect(await findOffer()).toBeDefined()
  })

  test('can be one apart from it, with type, length and price of its own', async () => {
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 })
    const { person, dialog, chooseClient, findOffer, send } = await openDialog()
    await chooseClient(/Lucía/)

    await person.selectOptions(await findOffer(), 'Aparte del presupuesto')
    await person.type(dialog.getByLabelText(/Precio/), '60')
    await send()

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    const [{ body } = { body: {} }] = fakeApi.asked(booking)
    expect(body).toMatchObject({ type: 'general', durationMinutes: 60, priceCents: 6000 })
    expect(body).not.toHaveProperty('budgetId')
  })

  test('is asked about anew for another client', async () => {
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 })
    const { dialog, chooseClient, findOffer, send } = await openDialog()
    await chooseClient(/Lucía/)
    await findOffer()

    await chooseClient(/Noa/)

    expect(dialog.queryByLabelText('Cómo se paga')).toBeNull()
    expect(dialog.getByLabelText('Tipo')).toBeDefined()
    await send()
    expect(fakeApi.asked(booking)[0]?.body).not.toHaveProperty('budgetId')
  })

  test('says where all that are left wait for a payment, and uses none', async () => {
    withConsultations({ count: 3, used: 1, free: 0, blocked: 2 })
    const { dialog, chooseClient, send } = await openDialog()
    await chooseClient(/Lucía/)

    expect(
      await dialog.findByText(/^Su presupuesto Completo incluye consultas \(quedan 2 de 3\), pero antes/),
    ).toBeDefined()
    expect(dialog.queryByLabelText('Cómo se paga')).toBeNull()
    await send()
    expect(fakeApi.asked(booking)[0]?.body).not.toHaveProperty('budgetId')
  })

  test('says nothing where all are used', async () => {
    withConsultations({ count: 3, used: 3, free: 0, blocked: 0 })
    const { dialog, chooseClient } = await openDialog()

    await chooseClient(/Lucía/)

    await waitUntilDrawn(budgetsOf)
    expect([dialog.queryByLabelText('Cómo se paga'), dialog.queryByText(/Su presupuesto/)]).toEqual([null, null])
  })

  test('within the days of withdrawal says what the client keeps who has not asked to begin', async () => {
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 }, { earlyStartUntil: '2026-12-12T23:00:00.000Z' })
    const { person, dialog, chooseClient } = await openDialog()
    await chooseClient(/Lucía/)

    expect(
      await dialog.findByText(/antes de que acabe su plazo para desistir.*aunque la consulta se celebre\.$/),
    ).toBeDefined()
    await person.clear(dialog.getByLabelText('Fecha'))
    await person.type(dialog.getByLabelText('Fecha'), '2026-12-20')
    expect(dialog.queryByText(/plazo para desistir/)).toBeNull()
  })

  test('of two budgets uses up one of that which was accepted first, though the other was written before it', async () => {
    const consultations = { count: 3, used: 1, free: 2, blocked: 0 }
    const [first, second] = ['bud_22222222-2222-4222-8222-222222222222', 'bud_33333333-3333-4333-8333-333333333333']
    const acceptedLater = withConsultations(consultations, { budgetId: second, acceptedAt: '2026-11-20T09:00:00.000Z' })
    const acceptedFirst = withConsultations(consultations, { budgetId: first, acceptedAt: '2026-11-18T09:00:00.000Z' })
    // The newest first, as the server lists them.
    fakeApi.answer(budgetsOf, { items: [acceptedFirst, acceptedLater] })
    const { chooseClient, findOffer, send } = await openDialog()

    await chooseClient(/Lucía/)
    await findOffer()
    await send()

    await vi.waitFor(() => expect(fakeApi.asked(booking)).toHaveLength(1))
    expect(fakeApi.asked(booking)[0]?.body).toMatchObject({ budgetId: first })
  })

  test('says when it could not be looked at, and is looked at again', async () => {
    fakeApi.refuse(budgetsOf, 'not-found')
    const { person, dialog, chooseClient, findOffer } = await openDialog()
    await chooseClient(/Lucía/)
    expect(await dialog.findByText(/No hemos podido mirar si su presupuesto/)).toBeDefined()
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 })

    await person.click(dialog.getByRole('button', { name: 'Reintentar' }))

    expect(await findOffer()).toBeDefined()
  })

  test.each([
    ['budget-part-unpaid', /Falta por pagar la parte de su presupuesto/],
    ['budget-closed', /Su presupuesto ha terminado, o no le quedan consultas/],
  ] as const)('that is refused as %s says so to the practice', async (code, sentence) => {
    withConsultations({ count: 3, used: 1, free: 2, blocked: 0 })
    const { dialog, chooseClient, findOffer, send } = await openDialog()
    fakeApi.refuse(booking, code)
    await chooseClient(/Lucía/)
    await findOffer()

    await send()

    expect(await dialog.findByText(sentence)).toBeDefined()
  })
})

async function closeWithNext(press: () => Promise<void> | void = () => undefined) {
  stubSessionNotes()
  withConsultations({ count: 3, used: 2, free: 1, blocked: 0 })
  const saved = { ...sampleConsultation, status: 'completed' } as const
  fakeApi.answer(
    `PUT ${notesApiPath.replace('/notes', '/status') as '/customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status'}`,
    saved,
  )
  fakeApi.answer(booking, createAdminConsultation())
  openSessionNotes()
  fireEvent.click(await screen.findByLabelText('3 semanas'))
  await screen.findByText(/^Completo: queda 1 de 3\./)
  await press()
  const button = screen.getByRole('button', { name: 'Guardar y cerrar consulta' })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
  await vi.waitFor(() => expect(fakeApi.asked(booking)).toHaveLength(1))
  return fakeApi.asked(booking)[0]?.body
}

async function pressAgain() {
  const button = screen.getByRole('button', { name: 'Guardar y cerrar consulta' })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}

async function loseAnswer() {
  const asked = await closeWithNext(() => {
    fakeApi.answer(booking, ({ startsAt }) => {
      const booked = createAdminConsultation({ consultationId: 'con_bbbbbbbb', startsAt, durationMinutes: 30 })
      fakeApi.answer('GET /consultations', { items: [booked] })
      withConsultations({ count: 3, used: 3, free: 0, blocked: 0 })
      return new Response('', { status: 503 })
    })
  })
  expect(await screen.findByText(/Solo falta la próxima visita/)).toBeDefined()
  await vi.waitFor(() => expect(fakeApi.asked(budgetsOf)).toHaveLength(2))
  return asked
}

describe('A-73 the next visit of a session that is closed', () => {
  test('uses up one that the budget includes, as long as was agreed', async () => {
    expect(await closeWithNext()).toMatchObject({
      type: 'seguimiento',
      durationMinutes: 30,
      budgetId: 'bud_11111111-1111-4111-8111-111111111111',
    })
  })

  test('can be one apart from it, as long as this one', async () => {
    const body = await closeWithNext(async () => {
      fireEvent.change(screen.getByLabelText('Cómo se paga'), { target: { value: 'aparte' } })
      fireEvent.change(await screen.findByLabelText('Precio en euros (opcional)'), { target: { value: '60,50' } })
    })

    expect(body).toMatchObject({ durationMinutes: 60, priceCents: 6050 })
    expect(body).not.toHaveProperty('budgetId')
  })

  test('whose answer is lost is asked for again as it was, though its hour and the budget are used up by now', async () => {
    const asked = await loseAnswer()
    expect(screen.getByText(/12 dic/)).toBeDefined()

    await pressAgain()

    await vi.waitFor(() => expect(fakeApi.asked(booking)).toHaveLength(2))
    expect(fakeApi.asked(booking)[1]?.body).toEqual(asked)
  })

  test('whose answer is lost is still of the budget when another week is chosen', async () => {
    const asked = await loseAnswer()
    fireEvent.click(screen.getByLabelText('4 semanas'))
    await screen.findByText(/19 dic/)

    await pressAgain()

    await vi.waitFor(() => expect(fakeApi.asked(booking)).toHaveLength(2))
    expect(asked).toMatchObject({ startsAt: expect.stringMatching(/^2026-12-12/) })
    expect(fakeApi.asked(booking)[1]?.body).toEqual({
      ...(asked as object),
      startsAt: expect.stringMatching(/^2026-12-19/),
    })
  })

  test('whose answer is lost is asked for as it was too after a press that failed before it', async () => {
    const asked = await loseAnswer()
    fakeApi.fail(`GET ${consultationApiPath}`, 503)
    const { length: calls } = fakeApi.asked(`GET ${consultationApiPath}`)
    await pressAgain()
    await passRetries(`GET ${consultationApiPath}`, calls + 1)
    expect(await screen.findByText(/La consulta no se ha cerrado/)).toBeDefined()
    await vi.waitFor(() => expect(fakeApi.asked(budgetsOf)).toHaveLength(3))
    expect(screen.getByText(/12 dic/)).toBeDefined()

    fakeApi.answer(`GET ${consultationApiPath}`, sampleConsultation)
    await pressAgain()

    await vi.waitFor(() => expect(fakeApi.asked(booking)).toHaveLength(2))
    expect(fakeApi.asked(booking)[1]?.body).toEqual(asked)
  })

  test('waits for the budgets, and says of one whose part is unpaid that this visit does not use it up', async () => {
    stubSessionNotes()
    const budget = withConsultations({ count: 3, used: 1, free: 0, blocked: 2 })
    const answerBudgets = fakeApi.hold(budgetsOf, { items: [budget] })
    openSessionNotes()
    fireEvent.click(await screen.findByLabelText('3 semanas'))
    const button = screen.getByRole('button', { name: 'Guardar y cerrar consulta' })
    await screen.findByText(/12 dic/)
    expect(button).toHaveProperty('disabled', true)

    answerBudgets()

    expect(await screen.findByText(/antes tiene que pagar la parte que les corresponde/)).toBeDefined()
    expect(button).toHaveProperty('disabled', false)
    expect(screen.getByText('Sin precio: el correo no dirá ninguno.')).toBeDefined()
  })
})
