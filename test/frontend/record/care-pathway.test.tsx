import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CustomerPathway } from '#contract/customer-lists'
import { carePathwayStates } from '#contract/care-pathway'
import { carePathwayStateLabels } from '#contract/care-pathway-labels'
import { fakeApi } from '../../support/fake-api.ts'
import { openCustomerRecord, stubCustomerRecord } from '../../support/record-app.ts'

const route = 'GET /customers/cus_aaaaaaaa/pathway'

const base: CustomerPathway = {
  state: 'proposal-to-present',
  step: 2,
  turn: 'practice',
  due: { day: '2026-11-30', isAbout: false },
  facts: { paid: '2026-11-01T09:00:00.000Z', firstHeld: '2026-11-20T09:00:00.000Z' },
  corrections: [],
  version: 0,
  tasks: [],
}

async function openPathway(pathway: CustomerPathway = base) {
  stubCustomerRecord()
  fakeApi.answer(route, pathway)
  openCustomerRecord()
  return within(await screen.findByRole('region', { name: 'Proceso' }))
}

test('the record says in which of the five steps the client is, whose turn it is and by when', async () => {
  const card = await openPathway()

  expect((await card.findByText('Te toca a ti')).closest('p')?.textContent).toBe(
    'Te toca a ti: Pendiente de propuesta, como muy tarde el 30 de noviembre de 2026.',
  )
  const steps = card.getAllByRole('listitem')
  expect(steps.map((step) => step.textContent.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/Reserva, hecho01\/11\/2026/),
    expect.stringMatching(/Primera consulta20\/11\/2026/),
    expect.stringMatching(/Analíticas/),
    expect.stringMatching(/Resultados y pauta/),
    expect.stringMatching(/Seguimiento/),
  ])
  expect(steps[1]?.getAttribute('aria-current')).toBe('step')
})

test('the last day of a budget is one on which the client can still answer', async () => {
  const card = await openPathway({
    ...base,
    state: 'budget-to-answer',
    turn: 'client',
    due: { day: '2026-12-04', isAbout: false },
  })

  expect((await card.findByText('Le toca al cliente')).closest('p')?.textContent).toBe(
    'Le toca al cliente: Pendiente de que elija presupuesto, hasta el 4 de diciembre de 2026.',
  )
})

test('where the pathway cannot be read, the rest of the record stands, and stays when it is asked for again', async () => {
  stubCustomerRecord()
  fakeApi.refuse(route, 'not-found')
  const person = openCustomerRecord()
  await person.click(await screen.findByRole('button', { name: 'Editar' }))
  const address = await screen.findByLabelText<HTMLInputElement>('Dirección')
  fireEvent.change(address, { target: { value: 'Calle Mayor, 3' } })
  const retry = await screen.findByRole('button', { name: 'Reintentar', hidden: true })
  const answer = fakeApi.hold(route, base)
  const before = fakeApi.asked(route).length

  fireEvent.click(retry)
  await waitFor(() => expect(fakeApi.asked(route)).toHaveLength(before + 1))
  expect(address.isConnected).toBe(true)
  answer()

  expect(await screen.findByText('Te toca a ti')).toBeDefined()
  expect(address.isConnected).toBe(true)
})

test('a correction offers only what no fact contradicts, and shows its answer', async () => {
  const card = await openPathway()
  fakeApi.answer('POST /customers/cus_aaaaaaaa/pathway/corrections', {
    ...base,
    state: 'at-laboratory',
    step: 3,
    turn: 'laboratory',
    due: { day: '2026-12-06', isAbout: true },
    corrections: [
      {
        correctionId: 'cor_12345678',
        state: 'at-laboratory',
        reason: 'done-outside',
        note: null,
        statedAt: '2026-11-26T09:00:00.000Z',
      },
    ],
    version: 1,
  })
  fireEvent.click(await card.findByRole('button', { name: 'Corregir el paso' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir el paso' }))
  const where = dialog.getByLabelText<HTMLSelectElement>('Dónde está')

  expect([...where.options].map(({ text }) => text)).not.toContain('Pendiente de propuesta')
  await userEvent.selectOptions(where, 'at-laboratory')
  await userEvent.selectOptions(dialog.getByLabelText('Motivo'), 'done-outside')
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))

  expect(await card.findByText('Le toca al laboratorio')).toBeTruthy()
  expect(fakeApi.asked('POST /customers/cus_aaaaaaaa/pathway/corrections')[0]?.body).toEqual({
    state: 'at-laboratory',
    reason: 'done-outside',
    version: 0,
  })
  expect(card.getByRole('list', { name: 'Correcciones' }).textContent).toContain(
    'Muestra en el laboratorio. Se hizo fuera de la web',
  )
})

test('a correction is taken back', async () => {
  const card = await openPathway({
    ...base,
    corrections: [
      {
        correctionId: 'cor_12345678',
        state: 'finished',
        reason: 'other',
        note: 'Sigue con su médico',
        statedAt: '2026-11-26T09:00:00.000Z',
      },
    ],
    version: 1,
  })
  fakeApi.answer('DELETE /customers/cus_aaaaaaaa/pathway/corrections/cor_12345678', { ...base, version: 2 })
  expect((await card.findByText(/Sigue con su médico/)).textContent).toContain('Proceso terminado')
  fireEvent.click(card.getByRole('button', { name: 'Retirar la corrección: Proceso terminado' }))

  expect(await screen.findByText('Corrección retirada')).toBeTruthy()
  expect(card.queryByRole('list', { name: 'Correcciones' })).toBeNull()
  const [call] = fakeApi.asked('DELETE /customers/cus_aaaaaaaa/pathway/corrections/cor_12345678')
  expect(call?.query).toEqual({ version: '1' })
})

const changed: CustomerPathway = { ...base, state: 'analyses-to-request', step: 3, turn: 'practice', version: 5 }

test('a correction of what somebody else has changed meanwhile keeps what was typed, and is saved on what is there now', async () => {
  const card = await openPathway()
  const corrections = 'POST /customers/cus_aaaaaaaa/pathway/corrections'
  fakeApi.refuse(corrections, 'changed-meanwhile')
  fireEvent.click(await card.findByRole('button', { name: 'Corregir el paso' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir el paso' }))
  await userEvent.selectOptions(dialog.getByLabelText('Dónde está'), 'at-laboratory')
  await userEvent.type(dialog.getByLabelText('Explicación (opcional)'), 'Lo llevó en mano')
  fakeApi.answer(route, changed)

  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(/El proceso ha cambiado mientras tanto.*repásalo y vuelve a guardar/)).toBeDefined()
  await dialog.findByText(new RegExp(carePathwayStateLabels['analyses-to-request']))
  fakeApi.answer(corrections, { ...changed, state: 'at-laboratory', turn: 'laboratory', version: 6 })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))

  expect(await screen.findByText('Paso corregido')).toBeDefined()
  expect(fakeApi.asked(corrections).map(({ body }) => body)).toMatchObject([
    { version: 0 },
    { version: 5, state: 'at-laboratory', note: 'Lo llevó en mano' },
  ])
})

test('a correction that somebody else has changed meanwhile is taken back with a second press', async () => {
  const correction = {
    correctionId: 'cor_12345678',
    state: 'finished',
    reason: 'done-outside',
    note: null,
    statedAt: '2026-11-26T09:00:00.000Z',
  } as const
  const card = await openPathway({ ...base, corrections: [correction], version: 1 })
  const withdrawal = 'DELETE /customers/cus_aaaaaaaa/pathway/corrections/cor_12345678'
  fakeApi.refuse(withdrawal, 'changed-meanwhile')
  const withdraw = await card.findByRole('button', { name: 'Retirar la corrección: Proceso terminado' })
  fakeApi.answer(route, { ...changed, corrections: [correction] })

  fireEvent.click(withdraw)
  expect(await screen.findByText(/Ya lo ves como está ahora: repásalo/)).toBeDefined()
  await card.findByText(new RegExp(carePathwayStateLabels['analyses-to-request']))
  fakeApi.answer(withdrawal, { ...changed, version: 6 })
  fireEvent.click(withdraw)

  expect(await screen.findByText('Corrección retirada')).toBeDefined()
  expect(fakeApi.asked(withdrawal).map(({ query }) => query['version'])).toEqual(['1', '5'])
})

test.each(carePathwayStates)('the practice reads of $id what stands still', async ({ id, step, turn }) => {
  const card = await openPathway({ ...base, state: id, step, turn, due: null })

  expect(
    await card.findByText(
      (_, element) =>
        element?.tagName === 'P' && (element.textContent ?? '').endsWith(`: ${carePathwayStateLabels[id]}.`),
    ),
  ).toBeTruthy()
})

test('where every other step contradicts a fact, none is offered', async () => {
  const at = '2026-11-20T09:00:00.000Z'
  const card = await openPathway({
    ...base,
    state: 'follow-up-booked',
    step: 5,
    turn: 'nobody',
    due: { day: '2026-12-01', isAbout: false },
    facts: { planPublished: at, hourBooked: '2026-12-01T09:00:00.000Z' },
  })

  expect((await card.findByText('Sin nada pendiente')).closest('p')?.textContent).toBe(
    'Sin nada pendiente: Seguimiento programado, el 1 de diciembre de 2026.',
  )
  expect(card.queryByRole('button', { name: 'Corregir el paso' })).toBeNull()
})

test('where something waits beside the process, the record does not say that nothing does', async () => {
  const card = await openPathway({
    ...base,
    state: 'follow-up-booked',
    step: 5,
    turn: 'nobody',
    tasks: ['pack-ending'],
  })

  expect(await card.findByText('Ningún paso pendiente')).toBeDefined()
  expect(card.queryByText('Sin nada pendiente')).toBeNull()
})

test('a question that waits is the practice’s turn in the record too, whatever the process says', async () => {
  const card = await openPathway({
    ...base,
    state: 'at-laboratory',
    step: 3,
    turn: 'laboratory',
    due: null,
    tasks: ['question-waiting'],
  })

  expect((await card.findByText('Te toca a ti')).closest('p')?.textContent).toBe(
    'Te toca a ti: pregunta sin responder. Le toca al laboratorio: Muestra en el laboratorio.',
  )
})
