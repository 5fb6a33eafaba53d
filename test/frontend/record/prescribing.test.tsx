import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClientSupplement } from '#contract/client-supplement'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, openCustomerRecord as open, customerApiPath as base } from '../../support/record-app.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Añadir' })

test('SUP-04 adding waits for a name and an amount', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  expect(add().disabled).toBe(true)

  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  expect(add().disabled).toBe(true)
  await person.type(screen.getByLabelText('Cantidad'), '200')

  await waitFor(() => expect(add().disabled).toBe(false))
})

async function fillIn(person: ReturnType<typeof openProductPath>, moreTimes: readonly string[] = []) {
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  await person.type(screen.getByLabelText('Cantidad'), '200')
  await person.selectOptions(screen.getByLabelText('Patrón'), 'Solo días laborables')
  for (const time of [...moreTimes, 'Noche']) await person.click(screen.getByRole('checkbox', { name: time }))
  await person.click(screen.getByRole('button', { name: 'Añadir' }))
}

test('SUP-20 a supplement is added with what was chosen', async () => {
  fakeApi.answer(`POST ${base}/supplements`, sampleClientSupplement)
  const person = open('supplements')

  await fillIn(person)

  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements`)[0]?.body).toEqual({
    name: 'Magnesio',
    amount: 200,
    unit: 'mg',
    frequency: '1 vez al día',
    times: ['Noche'],
    foodRelation: 'Indiferente',
    pattern: 'Solo días laborables',
    instructions: null,
    duration: null,
    startDate: '2026-11-21',
    endDate: null,
    packDoses: null,
    requestId: expect.any(String),
  })
})

test('SUP-20 while a supplement is being added it can be added neither again nor together with another', async () => {
  const arrive = fakeApi.hold(`POST ${base}/supplements`, sampleClientSupplement)
  const person = open('supplements')

  await fillIn(person)

  expect(await screen.findByRole('button', { name: 'Añadiendo...' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Añadir y poner otro' })).toHaveProperty('disabled', true)
  arrive()
  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
})

test('SUP-19 a supplement that cannot be made says so, and what was typed stays', async () => {
  fakeApi.fail(`POST ${base}/supplements`, 500)
  const person = open('supplements')

  await fillIn(person)

  expect(await screen.findByText('Error al crear el suplemento')).toBeDefined()
  expect(within(screen.getByRole('dialog')).getByText(/^No se ha añadido el suplemento\./)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Magnesio')
})

test('SUP-17 the next form begins empty, and is filled as the last supplement was dosed only when asked', async () => {
  fakeApi.answer(`POST ${base}/supplements`, sampleClientSupplement)
  const person = open('supplements')
  await fillIn(person)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await person.click(screen.getByRole('button', { name: 'Añadir suplemento' }))

  expect(screen.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Usar los datos del último suplemento' }))
  expect(screen.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('200')
  expect(screen.getByLabelText<HTMLSelectElement>('Patrón').value).toBe('Solo días laborables')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Noche' }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('')
  const [, remembered] = Object.entries(window.localStorage).find(([key]) => key.endsWith('last-supplement')) ?? []
  expect(remembered).toMatch(/Solo días laborables/)
  expect(remembered).not.toContain('cus_aaaaaaaa')
})

test('A-66 more moments than the frequency has are asked about beside them, and one press makes them agree', async () => {
  fakeApi.answer(`POST ${base}/supplements`, sampleClientSupplement)
  const person = open('supplements')
  await fillIn(person, ['Mañana', 'Tarde'])

  const moments = within(screen.getByRole('group', { name: 'Momentos del día' }))
  expect(moments.getByText('1 vez al día, pero has marcado 3 momentos')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements`)).toEqual([])
  expect(screen.getByText(/^Aparecerá aquí cuando la frecuencia y los momentos digan lo mismo/)).toBeDefined()

  await person.click(moments.getByRole('button', { name: 'Cambiar a «3 veces al día»' }))
  expect(moments.queryByText(/pero has marcado/)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Añadir' }))

  await waitFor(() =>
    expect(fakeApi.asked(`POST ${base}/supplements`)[0]?.body).toMatchObject({
      frequency: '3 veces al día',
      times: ['Mañana', 'Tarde', 'Noche'],
    }),
  )
})

test('A-66 a meal and its part of the day are said to be one dose, and the seven days say how it goes with the meal', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  const moments = within(screen.getByRole('group', { name: 'Momentos del día' }))

  for (const name of ['Mañana', 'Con desayuno']) await person.click(moments.getByRole('checkbox', { name }))
  await person.selectOptions(screen.getByLabelText('Relación con la comida'), 'Antes de comer')

  expect(
    moments.getByText('«Mañana» y «Con desayuno» son la misma toma: en la pauta pondrá «Con desayuno».'),
  ).toBeDefined()
  expect(screen.getAllByText('Antes del desayuno')).toHaveLength(7)
})

test('A-66 of a course of some days a week no press makes it a daily one', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.selectOptions(screen.getByLabelText('Frecuencia'), '3 veces por semana')
  const moments = within(screen.getByRole('group', { name: 'Momentos del día' }))

  for (const name of ['Mañana', 'Noche']) await person.click(moments.getByRole('checkbox', { name }))

  expect(moments.getByText('3 veces por semana es una toma por día, pero has marcado 2 momentos')).toBeDefined()
  expect(moments.queryByRole('button', { name: /^Cambiar a/ })).toBeNull()
})

test('A-66 fewer moments are a choice under way until somebody wants to add it', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  await person.type(screen.getByLabelText('Cantidad'), '200')
  const moments = within(screen.getByRole('group', { name: 'Momentos del día' }))
  expect(moments.getByText('Falta 1 momento por marcar')).toBeDefined()

  await person.click(screen.getByRole('button', { name: 'Añadir' }))

  expect(await moments.findByText('1 vez al día, pero no has marcado ningún momento')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements`)).toEqual([])
})

test('A-66 what the client will see in seven days stands in the form before it is saved', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Cantidad'), '2,5')
  await person.selectOptions(screen.getByLabelText('Unidad'), 'g')
  await person.selectOptions(screen.getByLabelText('Patrón'), 'Solo días laborables')
  await person.click(screen.getByRole('checkbox', { name: 'Con cena' }))

  const days = within(screen.getByRole('region', { name: 'Lo que verá el cliente en 7 días' })).getAllByRole('listitem')

  // 21 November 2026 is a Saturday.
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'sáb, 21 novNinguna toma',
    'dom, 22 novNinguna toma',
    'lun, 23 novCon cena: 2,5 g',
    'mar, 24 novCon cena: 2,5 g',
    'mié, 25 novCon cena: 2,5 g',
    'jue, 26 novCon cena: 2,5 g',
    'vie, 27 novCon cena: 2,5 g',
  ])
})

test('an end before the beginning is no longer said once the beginning is put right', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  await person.type(screen.getByLabelText('Cantidad'), '200')
  await person.click(screen.getByRole('checkbox', { name: 'Noche' }))
  fireEvent.change(screen.getByLabelText('Inicio'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('Fin (opcional)'), { target: { value: '2026-11-10' } })
  await person.click(screen.getByRole('button', { name: 'Añadir' }))
  const wrong = 'El final no puede ser anterior al inicio'
  expect(await screen.findByText(wrong)).toBeDefined()

  fireEvent.change(screen.getByLabelText('Inicio'), { target: { value: '2026-11-01' } })

  await waitFor(() => expect(screen.queryByText(wrong)).toBeNull())
})

test('three supplements are prescribed one after the other in one dialog, each from an empty form', async () => {
  fakeApi.answer(`POST ${base}/supplements`, sampleClientSupplement)
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Magnesio')
  await person.type(screen.getByLabelText('Cantidad'), '200')
  await person.click(screen.getByRole('checkbox', { name: 'Noche' }))

  await person.click(screen.getByRole('button', { name: 'Añadir y poner otro' }))

  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe(''))
  expect(screen.getByLabelText('Suplemento')).toBe(document.activeElement)
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toEqual([])
})

test('a thousand with a point is asked about: to a machine it is one', async () => {
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Vitamina D')
  await person.type(screen.getByLabelText('Cantidad'), '1.000')
  await person.click(screen.getByRole('checkbox', { name: 'Noche' }))

  await person.click(screen.getByRole('button', { name: 'Añadir' }))

  expect(await screen.findByText(/^Escribe la cantidad sin separar los miles/)).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements`)).toEqual([])
})

test('SUP-18 the form can begin as a supplement was dosed before', async () => {
  const { amount, unit, frequency, times, foodRelation, pattern } = sampleClientSupplement
  fakeApi.answer('GET /supplements/used', {
    items: [{ name: 'Zinc', amount, unit, frequency, times, foodRelation, pattern }],
  })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))

  await person.selectOptions(
    await screen.findByLabelText('Usar una plantilla o una pauta anterior'),
    'Zinc, 200 mg, 1 vez al día - Noche',
  )

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Zinc'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Noche' }).checked).toBe(true)
})

test('a template without instructions empties those of the form: they are of another supplement', async () => {
  const { amount, unit, frequency, times, foodRelation, pattern } = sampleClientSupplement
  fakeApi.answer('GET /supplements/used', {
    items: [{ name: 'Zinc', amount, unit, frequency, times, foodRelation, pattern }],
  })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  const instructions = screen.getByLabelText<HTMLTextAreaElement>(/^Instrucciones/)
  await person.type(instructions, 'Con mucha agua')

  await person.selectOptions(
    await screen.findByLabelText('Usar una plantilla o una pauta anterior'),
    'Zinc, 200 mg, 1 vez al día - Noche',
  )

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Suplemento').value).toBe('Zinc'))
  expect(instructions.value).toBe('')
})

test('SUP-14 SUP-20 a supplement is edited from where it stands', async () => {
  fakeApi.answer(`GET ${base}/supplements`, { items: [sampleClientSupplement], next: null })
  fakeApi.answer(`PUT ${base}/supplements/csu_aaaaaaaa`, { ...sampleClientSupplement, status: 'paused', version: 5 })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))

  await person.selectOptions(screen.getByLabelText('Estado'), 'Pausado')
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Actualizado')).toBeDefined()
  expect(fakeApi.asked(`PUT ${base}/supplements/csu_aaaaaaaa`)[0]?.body).toMatchObject({ status: 'paused', version: 4 })
})

test('a supplement that somebody else changed meanwhile is said, and what was chosen stays', async () => {
  fakeApi.answer(`GET ${base}/supplements`, { items: [sampleClientSupplement], next: null })
  fakeApi.refuse(`PUT ${base}/supplements/csu_aaaaaaaa`, 'changed-meanwhile')
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  await person.selectOptions(screen.getByLabelText('Estado'), 'Pausado')
  fakeApi.answer(`GET ${base}/supplements`, {
    items: [{ ...sampleClientSupplement, amount: 400, dosage: '400 mg', version: 5 }],
    next: null,
  })

  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText(/Ahora dice: 400 mg/)).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('paused')
  expect(screen.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('400')
})

test('A-66 a moment that another row of the supplement has is refused beside the moments, until another is chosen', async () => {
  const text = 'En «Mañana» ya hay otra toma de esta pauta: elige otro momento o cambia esa fila'
  const rows: ClientSupplement[] = [
    { ...sampleClientSupplement, clientSupplementId: 'csu_bbbbbbbb', times: ['Mañana'], groupId: 'csg_aaaaaaaa' },
    { ...sampleClientSupplement, groupId: 'csg_aaaaaaaa' },
  ]
  fakeApi.answer(`GET ${base}/supplements`, { items: rows, next: null })
  fakeApi.refuse(`PUT ${base}/supplements/csu_aaaaaaaa`, 'invalid-input', { times: [text] })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio (Noche)' }))
  const moments = within(screen.getByRole('group', { name: 'Momentos del día' }))
  await person.click(moments.getByRole('checkbox', { name: 'Noche' }))
  await person.click(moments.getByRole('checkbox', { name: 'Mañana' }))

  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await moments.findByText(text)).toBeDefined()
  expect(moments.queryByRole('button', { name: /^Cambiar a/ })).toBeNull()
  await person.click(moments.getByRole('checkbox', { name: 'Mañana' }))
  await person.click(moments.getByRole('checkbox', { name: 'Tarde' }))
  expect(moments.queryByText(text)).toBeNull()
})

test('SUP-15 SUP-20 a supplement is finished, and a finished one cannot be finished again', async () => {
  const finished = {
    ...sampleClientSupplement,
    clientSupplementId: 'csu_bbbbbbbb',
    name: 'Zinc',
    status: 'completed',
  } as const
  fakeApi.answer(`GET ${base}/supplements`, { items: [sampleClientSupplement, finished], next: null })
  fakeApi.answer(`POST ${base}/supplements/csu_aaaaaaaa/finish`, { ...sampleClientSupplement, status: 'completed' })
  const person = open('supplements')

  await person.click(await screen.findByRole('button', { name: 'Finalizar Magnesio' }))

  expect(await screen.findByText('Finalizado')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Finalizar Zinc' })).toBeNull()
})

test('what a client has said of a pack that runs out stands in the prescription', async () => {
  const pack = { ...sampleClientSupplement, packDoses: 10 }
  const ordered = { ...pack, clientSupplementId: 'csu_bbbbbbbb', name: 'Zinc', packOrderedOn: '2026-11-20' } as const
  fakeApi.answer(`GET ${base}/supplements`, { items: [pack, ordered], next: null })
  open('supplements')

  const said = await screen.findAllByText(/ya ha pedido otro/)

  expect(said.map(({ textContent }) => textContent)).toEqual([
    'El envase se acaba el 25 de noviembre de 2026. El cliente ha dicho el 20 de noviembre de 2026 que ya ha pedido otro.',
  ])
})

test.each(['Deshacer', 'Deshacer el final de Magnesio'])("SUP-15 'Finalizar' is taken back by '%s'", async (undo) => {
  const asFinished = {
    ...sampleClientSupplement,
    status: 'completed',
    endDate: '2026-11-21',
    version: 5,
    canReopen: true,
  } as const
  fakeApi.answer(`GET ${base}/supplements`, { items: [sampleClientSupplement], next: null })
  fakeApi.answer(`POST ${base}/supplements/csu_aaaaaaaa/finish`, () => {
    fakeApi.answer(`GET ${base}/supplements`, { items: [asFinished], next: null })
    return asFinished
  })
  fakeApi.answer(`POST ${base}/supplements/csu_aaaaaaaa/reopen`, { ...sampleClientSupplement, version: 6 })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Finalizar Magnesio' }))

  await person.click(await screen.findByRole('button', { name: undo }))

  expect(await screen.findByText('Vuelve a estar como antes')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements/csu_aaaaaaaa/reopen`)[0]?.body).toEqual({ version: 5 })
})

test("A-66 'Pauta por revisar' stands among what is to be done, and each can be fixed there", async () => {
  stubAdminAgenda()
  const four = ['Mañana', 'Mediodía', 'Tarde', 'Noche'] as const
  const supplement = { ...sampleClientSupplement, times: four, frequencyText: `1 vez al día - ${four.join(', ')}` }
  fakeApi.answer('GET /supplements/to-review', {
    items: [{ customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer', supplement }],
  })
  fakeApi.answer('PUT /customers/cus_aaaaaaaa/supplements/csu_aaaaaaaa', () => {
    fakeApi.answer('GET /supplements/to-review', { items: [] })
    return sampleClientSupplement
  })
  const person = openProductPath('/admin')
  const list = within(await screen.findByRole('region', { name: 'Por hacer' }))
  expect(await list.findByText(/Magnesio: 1 vez al día, pero has marcado 4 momentos/)).toBeDefined()
  expect(list.getByRole('link', { name: 'Lucía Ferrer' }).getAttribute('href')).toBe(
    '/client/cus_aaaaaaaa?tab=supplements',
  )

  await person.click(list.getByRole('button', { name: /^Revisar ?Magnesio de Lucía Ferrer/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Editar Magnesio' }))
  expect(dialog.getByText('1 vez al día, pero has marcado 4 momentos')).toBeDefined()
  for (const name of four.slice(1)) await person.click(dialog.getByRole('checkbox', { name }))
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  await waitFor(() => expect(list.queryByText('Pauta por revisar')).toBeNull())
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa/supplements/csu_aaaaaaaa')[0]?.body).toMatchObject({
    frequency: '1 vez al día',
    times: ['Mañana'],
  })
})

test('SUP-16 SUP-20 UIX-04 a supplement is deleted only after a yes', async () => {
  fakeApi.answer(`GET ${base}/supplements`, { items: [sampleClientSupplement], next: null })
  fakeApi.answer(`DELETE ${base}/supplements/csu_aaaaaaaa`, { removed: true })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Eliminar Magnesio' }))
  const dialog = screen.getByRole('dialog', { name: '¿Eliminar este suplemento?' })
  await vi.advanceTimersByTimeAsync(50)
  expect(fakeApi.asked(`DELETE ${base}/supplements/csu_aaaaaaaa`)).toEqual([])

  await person.click(within(dialog).getByRole('button', { name: 'Eliminar suplemento' }))

  expect(await screen.findByText('Eliminado')).toBeDefined()
  expect(fakeApi.asked(`DELETE ${base}/supplements/csu_aaaaaaaa`)).toHaveLength(1)
})

test('A-66 1 at breakfast and 2 at dinner are prescribed as one supplement, and shown before it is saved', async () => {
  fakeApi.answer(`POST ${base}/supplements/by-moment`, { items: [sampleClientSupplement] })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Añadir suplemento' }))
  await person.type(screen.getByLabelText('Suplemento'), 'Vitamina C')
  await person.selectOptions(screen.getByLabelText('Unidad'), 'capsulas')
  await person.selectOptions(screen.getByLabelText('Frecuencia'), '2 veces al día')
  for (const name of ['Con cena', 'Con desayuno', 'Cantidad distinta en cada momento']) {
    await person.click(screen.getByRole('checkbox', { name }))
  }
  await person.type(screen.getByLabelText('Cantidad: Con desayuno'), '1')
  expect(add().disabled).toBe(true)
  await person.type(screen.getByLabelText('Cantidad: Con cena'), '2')

  expect(screen.getAllByText('Con desayuno: 1 cápsula; Con cena: 2 cápsulas')).toHaveLength(7)
  await person.click(add())

  expect(await screen.findByText('¡Pauta añadida!')).toBeDefined()
  expect(fakeApi.asked(`POST ${base}/supplements/by-moment`)[0]?.body).toMatchObject({
    name: 'Vitamina C',
    unit: 'capsulas',
    doses: [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Con cena', amount: 2 },
    ],
  })
})

const row = (clientSupplementId: string, time: 'Con cena' | 'Con desayuno', amount: number): ClientSupplement => ({
  ...sampleClientSupplement,
  clientSupplementId,
  groupId: 'csg_aaaaaaaa',
  times: [time],
  amount,
  unit: 'capsulas',
  frequencyText: `1 vez al día - ${time}`,
})

test('A-66 SUP-10 the rows of one supplement stand under one heading, each with its own string and buttons', async () => {
  const zinc = { ...sampleClientSupplement, clientSupplementId: 'csu_cccccccc', name: 'Zinc' }
  const items = [row('csu_aaaaaaaa', 'Con cena', 2), zinc, row('csu_bbbbbbbb', 'Con desayuno', 1)]
  fakeApi.answer(`GET ${base}/supplements`, { items, next: null })
  open('supplements')

  const table = within(await screen.findByRole('table', { name: 'Suplementos del cliente' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(
    rows.map(({ textContent }) => /^(.*?momento|.*?Con (?:cena|desayuno)|Zinc)/.exec(textContent ?? '')?.[0]),
  ).toEqual([
    'Magnesio: cantidad distinta en cada momento',
    'Magnesio1 cápsula1 vez al día - Con desayuno',
    'Magnesio2 cápsulas1 vez al día - Con cena',
    'Zinc',
  ])
  expect(table.getByRole('button', { name: 'Editar Magnesio (Con cena)' })).toBeDefined()
})
