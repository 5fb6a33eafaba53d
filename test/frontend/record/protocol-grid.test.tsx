import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { QuestionnaireAnswerValues } from '#contract/questionnaire'
import { parseProtocolEntry } from '../../../frontend/src/features/supplements/protocol-entry.ts'
import { fakeApi } from '../../support/fake-api.ts'
import {
  openProtocolPage,
  protocolCell,
  protocolEntry,
  protocolLine,
  sampleZinc as zinc,
  stubSupplementsInForce,
} from '../../support/protocol-app.ts'
import { stubCustomerRecord, customerApiPath as base } from '../../support/record-app.ts'

const published = `POST ${base}/supplements/publish` as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
  fakeApi.answer(published, { items: [] })
})

async function publish(person: Awaited<ReturnType<typeof openProtocolPage>>) {
  await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publicar' }))
}

describe('a line is typed as it is said:', () => {
  test.each([
    ['zinc 15 mg noche', { name: 'Zinc', unit: 'mg', amounts: { Noche: '15' } }],
    [
      'omega 3 2 cápsulas con comida y cena',
      { name: 'Omega 3', unit: 'capsulas', amounts: { 'Con comida': '2', 'Con cena': '2' } },
    ],
    ['Vitamina B12 1,5 ml mañana en ayunas', { unit: 'ml', amounts: { Mañana: '1,5' }, foodRelation: 'En ayunas' }],
    ['hierro 1 comprimido desayuno solo días laborables', { unit: 'comprimidos', pattern: 'Solo días laborables' }],
    ['vitamina D 2000 UI comida 1 vez por semana', { unit: 'UI', sparseFrequency: '1 vez por semana' }],
    ['probiótico 1 caps mediodía', { name: 'Probiótico', unit: 'capsulas', amounts: { Mediodía: '1' } }],
    ['Omega 3', { name: 'Omega 3' }],
    ['Magnesio', { name: 'Magnesio' }],
  ])('%s', (text, expected) => {
    expect(parseProtocolEntry(text)).toMatchObject({ entry: expected })
  })

  test.each([
    ['zinc 1.000 mg noche', /sin separar los miles/],
    ['zinc 1,000 mg noche', /sin separar los miles/],
    ['zinc 15 mg medianoche', /No entiendo «medianoche»/],
    ['   ', /Escribe el nombre/],
  ])('%s is not guessed', (text, problem) => {
    expect(parseProtocolEntry(text).problem).toMatch(problem)
  })
})

test('A-66 three supplements are typed, seen for seven days, asked about and published in one request', async () => {
  const person = await openProtocolPage()

  for (const text of ['zinc 15 mg noche', 'omega 3 2 cápsulas comida y cena', 'butirato 1 cápsula cena'])
    await person.type(protocolEntry(), `${text}{Enter}`)

  const preview = within(screen.getByRole('region', { name: 'Tomas de los 7 días' }))
  expect(preview.getAllByText('2 cápsulas')).toHaveLength(14)
  expect(preview.getAllByText('15 mg')).toHaveLength(7)
  expect(fakeApi.asked(published)).toEqual([])
  await person.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Publicar'))
  const summary = within(screen.getByRole('dialog')).getAllByRole('listitem')
  expect(summary.map(({ textContent }) => textContent)).toEqual([
    'Nuevo: Zinc, Noche 15 mg',
    'Nuevo: Omega 3, Con comida 2 cápsulas, Con cena 2 cápsulas',
    'Nuevo: Butirato, Con cena 1 cápsula',
  ])
  await person.keyboard('{Enter}')
  expect(await screen.findByText('Pauta publicada')).toBeDefined()
  const [{ body } = { body: undefined }, ...more] = fakeApi.asked(published)
  expect(more).toEqual([])
  expect(body).toMatchObject({
    seen: [],
    change: [],
    finish: [],
    prescribe: [
      { name: 'Zinc', unit: 'mg', doses: [{ time: 'Noche', amount: 15 }], startDate: '2026-11-21' },
      {
        name: 'Omega 3',
        doses: [
          { time: 'Con comida', amount: 2 },
          { time: 'Con cena', amount: 2 },
        ],
      },
      { name: 'Butirato', doses: [{ time: 'Con cena', amount: 1 }] },
    ],
  })
})

test('what is in force stands struck beside what is new, and each line says what becomes of it', async () => {
  stubSupplementsInForce(zinc, { ...zinc, clientSupplementId: 'csu_glutamina', name: 'Glutamina', version: 1 })
  const person = await openProtocolPage()

  await person.clear(protocolCell('Zinc, Noche'))
  await person.type(protocolCell('Zinc, Noche'), '30')
  await person.click(screen.getByRole('button', { name: 'Más de Glutamina' }))
  await person.click(screen.getByRole('button', { name: 'Terminar Glutamina hoy' }))

  expect(protocolLine(/Zinc Cambia/).textContent).toContain('antes 15')
  expect(protocolLine(/Glutamina Termina/)).toBeDefined()
  expect(screen.getByText('1 cambia, 1 termina')).toBeDefined()
  await publish(person)
  await waitFor(() =>
    expect(fakeApi.asked(published)[0]?.body).toMatchObject({
      seen: [
        { clientSupplementId: 'csu_zinczinc', version: 3 },
        { clientSupplementId: 'csu_glutamina', version: 1 },
      ],
      prescribe: [],
      change: [{ clientSupplementIds: ['csu_zinczinc'], doses: [{ time: 'Noche', amount: 30 }] }],
      finish: ['csu_glutamina'],
    }),
  )
})

test('a unit is chosen as it is spelt, and kept by its fixed value', async () => {
  stubSupplementsInForce({ ...zinc, unit: 'capsulas', amount: 1 })
  await openProtocolPage()

  const unit = screen.getByLabelText<HTMLSelectElement>('Unidad de Zinc')

  expect([unit.value, unit.selectedOptions[0]?.textContent]).toEqual(['capsulas', 'cápsulas'])
})

test('the arrows go from cell to cell, Enter down, N to the field for another, Ctrl+Z takes back', async () => {
  stubSupplementsInForce(zinc, { ...zinc, clientSupplementId: 'csu_glutamina', name: 'Glutamina' })
  const person = await openProtocolPage()
  await person.click(protocolCell('Glutamina, Noche'))

  await person.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(protocolCell('Glutamina, Con cena'))
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(protocolCell('Zinc, Con cena'))
  await person.keyboard('5')
  expect(protocolCell('Zinc, Con cena').value).toBe('5')
  await person.keyboard('{Control>}z{/Control}')
  expect(protocolCell('Zinc, Con cena').value).toBe('')
  await person.keyboard('{ArrowUp}{Enter}')
  expect(document.activeElement).toBe(protocolCell('Zinc, Con cena'))
  await person.keyboard('n')
  expect(document.activeElement).toBe(protocolEntry())
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1)
})

test('A-66 what contradicts itself says so in its line, and nothing is sent', async () => {
  stubSupplementsInForce(zinc)
  const person = await openProtocolPage()

  await person.type(protocolCell('Zinc, Con cena'), '10')
  expect(screen.getByText(/«Noche» y «Con cena» son el mismo/)).toBeDefined()
  await person.keyboard('{Control>}{Enter}{/Control}')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked(published)).toEqual([])
})

test('A-66 a line with different amounts takes no number of doses in a pack: that field says so, and nothing is sent', async () => {
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'omega 3 2 cápsulas comida y cena{Enter}')
  await person.click(screen.getByRole('button', { name: 'Más de Omega 3' }))
  fireEvent.change(screen.getByLabelText('Tomas por envase (opcional)'), { target: { value: '60' } })
  const description = 'Con una cantidad distinta en cada momento no se sabe cuánto dura el envase'
  const wrong = { name: 'Tomas por envase (opcional)', description }
  expect(screen.queryByRole('textbox', wrong)).toBeNull()

  fireEvent.change(protocolCell('Omega 3, Con cena'), { target: { value: '1' } })

  expect(screen.getByRole('textbox', wrong)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Publicar pauta' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked(published)).toEqual([])
})

test('an allergy and the medicines of the questionnaire stand beside the grid', async () => {
  fakeApi.answer(`GET ${base}/questionnaire`, {
    current: {
      version: 1,
      savedBy: 'usr_aaaaaaaa',
      savedAt: '2026-11-02T10:00:00.000Z',
      answers: QuestionnaireAnswerValues.parse({
        foodAllergies: ['Marisco'],
        currentMedications: ['Levotiroxina 50 mcg'],
      }),
    },
    seen: null,
    versions: { items: [], next: null },
  })
  await openProtocolPage()

  const beside = within(await screen.findByRole('complementary', { name: 'Del cuestionario' }))
  expect(await beside.findByText('Marisco')).toBeDefined()
  expect(beside.getByText('Levotiroxina 50 mcg')).toBeDefined()
})

test('when the network fails the page says so, and what was typed is there after a reload', async () => {
  fakeApi.unreachable(published)
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')

  await publish(person)
  expect(await screen.findByText('No se ha publicado la pauta.')).toBeDefined()
  cleanup()
  const again = await openProtocolPage()

  expect(protocolCell('Zinc, Noche').value).toBe('15')
  expect(screen.getByText(/Hemos recuperado lo que escribiste/)).toBeDefined()
  fakeApi.answer(published, { items: [] })
  await publish(again)
  expect(await screen.findByText('Pauta publicada')).toBeDefined()
})

test('a second try goes under the same request, so that nothing is prescribed twice', async () => {
  fakeApi.unreachable(published)
  const person = await openProtocolPage()
  await person.type(protocolEntry(), 'zinc 15 mg noche{Enter}')
  await publish(person)
  await screen.findByText('No se ha publicado la pauta.')

  await publish(person)

  await waitFor(() => expect(fakeApi.asked(published).length).toBeGreaterThan(1))
  const ids = fakeApi.asked(published).map(({ body }) => (body as { requestId: string }).requestId)
  expect(new Set(ids).size).toBe(1)
})

test('of two who change one line the second is told, sees both, and publishes on what is there now', async () => {
  stubSupplementsInForce(zinc)
  fakeApi.refuse(published, 'changed-meanwhile')
  const person = await openProtocolPage()
  await person.clear(protocolCell('Zinc, Noche'))
  await person.type(protocolCell('Zinc, Noche'), '30')
  stubSupplementsInForce({ ...zinc, amount: 20, version: 4 })

  await publish(person)

  expect(await screen.findByText(/Otra persona ha cambiado Zinc mientras tanto/)).toBeDefined()
  expect(protocolCell('Zinc, Noche').value).toBe('30')
  expect(protocolLine(/Zinc Cambia/).textContent).toContain('antes 20')
  fakeApi.answer(published, { items: [] })
  await publish(person)
  expect(await screen.findByText('Pauta publicada')).toBeDefined()
  expect(fakeApi.asked(published).at(-1)?.body).toMatchObject({
    seen: [{ clientSupplementId: 'csu_zinczinc', version: 4 }],
    change: [{ doses: [{ time: 'Noche', amount: 30 }] }],
  })
})

const template = {
  templateId: 'tpl_aaaaaaaa',
  name: 'Disbiosis, fase 1',
  createdAt: '2026-11-01T10:00:00.000Z',
  lines: [
    {
      name: 'Zinc',
      unit: 'mg',
      doses: [{ time: 'Noche', amount: 15 }],
      sparseFrequency: null,
      foodRelation: 'Indiferente',
      pattern: 'Continuo',
    },
    {
      name: 'Butirato',
      unit: 'capsulas',
      doses: [{ time: 'Con cena', amount: 1 }],
      sparseFrequency: null,
      foodRelation: 'Indiferente',
      pattern: 'Continuo',
    },
  ],
} as const

test('A-45 a template says what it would add before it does, and adds what is not there', async () => {
  stubSupplementsInForce(zinc)
  fakeApi.answer('GET /supplements/protocol-templates', { items: [structuredClone(template) as never] })
  const person = await openProtocolPage()

  await person.click(screen.getByRole('button', { name: 'Usar una plantilla o una pauta anterior' }))
  await person.click(await screen.findByRole('radio', { name: /Disbiosis, fase 1/ }))
  expect(screen.getByText('Añade 1 fila: Butirato. Ya está en la tabla: Zinc.')).toBeDefined()
  expect(screen.queryByRole('row', { name: /Butirato/ })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Añadir a la tabla' }))

  expect(protocolCell('Butirato, Con cena').value).toBe('1')
  expect(screen.getByText('1 nuevo')).toBeDefined()
})

test('A-45 a protocol is kept as a template without what was written to this client', async () => {
  stubSupplementsInForce({ ...zinc, instructions: 'Como hablamos, Lucía', duration: '3 meses' })
  fakeApi.answer('POST /supplements/protocol-templates', structuredClone(template) as never)
  const person = await openProtocolPage()

  await person.click(screen.getByRole('button', { name: 'Guardar como plantilla' }))
  await person.type(screen.getByLabelText('Nombre de la plantilla'), 'Fase 1')
  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))

  expect(await screen.findByText('Plantilla guardada')).toBeDefined()
  expect(fakeApi.asked('POST /supplements/protocol-templates')[0]?.body).toEqual({
    name: 'Fase 1',
    requestId: expect.any(String),
    lines: [
      {
        name: 'Zinc',
        unit: 'mg',
        doses: [{ time: 'Noche', amount: 15 }],
        sparseFrequency: null,
        foodRelation: 'Indiferente',
        pattern: 'Continuo',
      },
    ],
  })
})

test('A-45 a protocol with a line in force that contradicts itself is no template: it says which line is to be reviewed', async () => {
  stubSupplementsInForce({ ...zinc, foodRelation: 'En ayunas', times: ['Con cena'] })
  const person = await openProtocolPage()

  await person.click(screen.getByRole('button', { name: 'Guardar como plantilla' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar como plantilla' }))
  expect(dialog.getByText('Zinc: En ayunas, pero has marcado «Con cena»')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Guardar plantilla' })).toBeNull()
})

const stubPhone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

test('on a laptop one can type at once; on a phone the page opens at its top, where the allergies stand', async () => {
  stubSupplementsInForce(zinc)
  await openProtocolPage()
  const isFocusedOnLaptop = document.activeElement === protocolEntry()
  cleanup()
  stubPhone()

  await openProtocolPage()

  expect([isFocusedOnLaptop, document.activeElement === protocolEntry()]).toEqual([true, false])
})

test('on a phone each supplement is a card with its moments as steppers', async () => {
  stubPhone()
  stubSupplementsInForce({ ...zinc, unit: 'capsulas', amount: 1 })
  const person = await openProtocolPage()
  expect(screen.queryByRole('grid')).toBeNull()

  await person.click(screen.getByRole('button', { name: 'Cambiar Zinc' }))
  for (const name of ['Más Zinc, Noche', 'Más Zinc, Mañana', 'Menos Zinc, Mañana'])
    fireEvent.click(screen.getByRole('button', { name }))
  await publish(person)

  await waitFor(() =>
    expect(fakeApi.asked(published)[0]?.body).toMatchObject({ change: [{ doses: [{ time: 'Noche', amount: 2 }] }] }),
  )
})
