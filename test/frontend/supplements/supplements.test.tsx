import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientSupplement } from '#contract/client-supplement'
import { browserWindowActions } from '../../../frontend/src/ui/browser-window-actions.ts'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const magnesium: ClientSupplement = {
  ...sampleClientSupplement,
  name: 'Magnesio bisglicinato',
  frequency: '2 veces al día',
  times: ['Noche', 'Con desayuno'],
  foodRelation: 'Después de comer',
  instructions: 'Con agua.',
  duration: '3 meses',
  packDoses: 20,
  frequencyText: '2 veces al día - Noche, Con desayuno',
  instructionsText:
    'Suplemento: Magnesio bisglicinato\nCómo tomar con comida: Después de comer\nPatrón: Continuo\nInstrucciones: Con agua.',
}
const finished: ClientSupplement = {
  ...magnesium,
  clientSupplementId: 'csu_bbbbbbbb',
  name: 'Probiótico',
  status: 'completed',
  startDate: '2026-09-01',
  endDate: '2026-10-31',
  instructionsText: 'Suplemento: Probiótico',
}
const tick = 'PUT /supplements/doses'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /supplements/mine', { items: [magnesium, finished], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  fakeApi.answer(tick, (body) => body)
})

const open = () => openProductPath('/client?tab=supplements')

function loseConnection(): void {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
}

const countOf = async (text: string) => (await screen.findByText(text)).nextElementSibling?.textContent

test('SUP-01 CLI-24 the counters say how many there are', async () => {
  open()

  expect([await countOf('Total Suplementos'), await countOf('Activos'), await countOf('Completados')]).toEqual([
    '2',
    '1',
    '1',
  ])
})

test('SUP-02 SUP-12 the table has the whole protocol, what is taken now first, with the strings of the practice', async () => {
  open()

  const table = await screen.findByRole('table', { name: 'Mis Suplementos' })
  const rows = within(table).getAllByRole('row').slice(1)
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )

  expect(cells).toEqual([
    [
      'Magnesio bisglicinato',
      '200 mg',
      '2 veces al día - Noche, Con desayuno',
      '16/11/2026',
      '3 mesesEl envase se acaba el 25 de noviembre de 2026',
      'Activo',
    ],
    ['Probiótico', '200 mg', '2 veces al día - Noche, Con desayuno', '01/09/2026', '31/10/2026', 'Completado'],
  ])
})

test('a pack that was empty before today is not said to last', async () => {
  fakeApi.answer('GET /supplements/mine', { items: [{ ...magnesium, startDate: '2026-10-01' }], next: null })
  open()

  expect(await screen.findByText('El envase se acabó el 10 de octubre de 2026')).toBeDefined()
})

test.each([
  ['active', 'Activo'],
  ['completed', 'Completado'],
  ['paused', 'Pausado'],
  ['discontinued', 'Descontinuado'],
] as const)('SUP-12 the state %s reads %s', async (status, text) => {
  fakeApi.answer('GET /supplements/mine', { items: [{ ...magnesium, status }], next: null })
  open()

  const table = await screen.findByRole('table', { name: 'Mis Suplementos' })

  expect(within(table).getByText(text)).toBeDefined()
})

test('SUP-02 SUP-11 the instructions stand in their labelled lines', async () => {
  open()

  const card = await screen.findByRole('region', { name: 'Instrucciones Especiales' })

  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Suplemento: Magnesio bisglicinato\nCómo tomar con comida: Después de comer\nInstrucciones: Con agua.'])
})

test('A-66 of a stored prescription that contradicts itself the client sees the fewer takes, and that it is looked at', async () => {
  const times: ClientSupplement['times'] = ['Mañana', 'Mediodía', 'Tarde', 'Noche']
  const frequencyText = '1 vez al día - Mañana, Mediodía, Tarde, Noche'
  const fourTimes: ClientSupplement = { ...magnesium, frequency: '1 vez al día', times, frequencyText }
  const atNoMoment = { ...magnesium, clientSupplementId: 'csu_cccccccc', name: 'Zinc', times: [] }
  fakeApi.answer('GET /supplements/mine', { items: [fourTimes, atNoMoment], next: null })
  open()

  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  expect(today.getAllByRole('checkbox')).toHaveLength(1)
  expect(await today.findByText('Te queda 1 toma.')).toBeDefined()
  expect(today.getAllByText(/Tu especialista está revisando esta pauta/)).toHaveLength(2)
  const table = within(screen.getByRole('table', { name: 'Mis Suplementos' }))
  expect(table.getByText(/^Por ahora: Mañana/)).toBeDefined()
  expect(table.getByText(/^Por ahora, ninguna toma/)).toBeDefined()
  expect(table.getAllByText('Tu especialista está revisando esta pauta')).toHaveLength(2)
  expect(table.queryByText(frequencyText)).toBeNull()
})

test('a part of the day is in the order in which it is taken: on an empty stomach, before, with and after the meal', async () => {
  const atBreakfast: ClientSupplement = { ...magnesium, frequency: '1 vez al día', times: ['Con desayuno'] }
  const relations = ['Después de comer', 'Con comida', 'Antes de comer'] as const
  const items: ClientSupplement[] = [
    ...relations.map((foodRelation, each) => ({
      ...atBreakfast,
      foodRelation,
      clientSupplementId: `csu_dddddddd${each}`,
      name: `Uno ${foodRelation.toLowerCase()}`,
    })),
    {
      ...atBreakfast,
      times: ['Mañana'],
      foodRelation: 'En ayunas',
      amount: 1,
      unit: 'capsulas',
      name: 'Uno en ayunas',
    },
  ]
  fakeApi.answer('GET /supplements/mine', { items, next: null })
  open()

  const morning = within(await screen.findByRole('group', { name: 'Mañana' }))
  expect(morning.getAllByRole('checkbox').map((box) => box.closest('.check')?.textContent)).toEqual([
    'Uno en ayunas 1 cápsulaMañana · En ayunas',
    'Uno antes de comer 200 mgAntes del desayuno',
    'Uno con comida 200 mgCon desayuno',
    'Uno después de comer 200 mgDespués del desayuno',
  ])
})

test('SUP-03 who has none reads that the specialist will make a protocol', async () => {
  fakeApi.answer('GET /supplements/mine', { items: [], next: null })
  open()

  expect(await screen.findByText(/Tu especialista creará una pauta personalizada para ti/)).toBeDefined()
})

test('SUP-22 CLI-24 a client reads, ticks and prints, and changes nothing else', async () => {
  open()
  await screen.findByRole('table', { name: 'Mis Suplementos' })

  for (const name of [/añadir/i, /editar/i, /finalizar/i, /eliminar/i]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('today’s doses stand in the part of the day to which they belong, and a tap ticks one', async () => {
  const person = open()
  const morning = await screen.findByRole('group', { name: 'Mañana' })
  expect(within(morning).getByText(/Después del desayuno/)).toBeDefined()
  expect(within(screen.getByRole('group', { name: 'Noche' })).getAllByRole('checkbox')).toHaveLength(1)
  const today = within(screen.getByRole('region', { name: 'Hoy' }))
  expect(await today.findByText(/Te quedan 2 tomas\./)).toBeDefined()
  fakeApi.answer('GET /supplements/doses', {
    items: [{ clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-21', time: 'Con desayuno' }],
  })

  await person.click(within(morning).getByRole('checkbox'))

  await waitFor(() => expect(today.getByText('Te queda 1 toma.')).toBeDefined())
  expect(fakeApi.asked(tick).map(({ body }) => body)).toEqual([
    {
      clientSupplementId: 'csu_aaaaaaaa',
      day: '2026-11-21',
      time: 'Con desayuno',
      taken: true,
      at: expect.stringMatching(/^2026-11-21T09:00:/),
    },
  ])
})

test('until the server has said what is ticked, no dose is called open and no box changes under the finger', async () => {
  const answer = fakeApi.hold('GET /supplements/doses', { items: [] })
  open()
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))

  expect(today.getByText('Comprobando tus tomas...')).toBeDefined()
  expect(today.queryByText(/Te queda/)).toBeNull()
  expect(today.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(true)

  answer()
  expect(await today.findByText('Te quedan 2 tomas.')).toBeDefined()
})

test('what is ticked and cannot be had is said, and the boxes can be used all the same', async () => {
  fakeApi.refuse('GET /supplements/doses', 'profile-missing')
  open()
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))

  expect(await today.findByText(/^No sabemos qué tomas has marcado\./)).toBeDefined()
  expect(today.getByRole('button', { name: 'Reintentar' })).toBeDefined()
  expect(today.queryByText(/Te queda/)).toBeNull()
  expect(today.getAllByRole<HTMLInputElement>('checkbox').some(({ disabled }) => disabled)).toBe(false)
})

test('a tick that got through is saved, even when the list cannot be read again at that moment', async () => {
  const person = open()
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  await today.findByText('Te quedan 2 tomas.')
  fakeApi.hold('GET /supplements/doses', { items: [] })

  await person.click(within(screen.getByRole('group', { name: 'Noche' })).getByRole('checkbox'))

  expect(await today.findByText('Te queda 1 toma.')).toBeDefined()
  expect(within(screen.getByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox').checked).toBe(
    true,
  )
})

test('without a connection a tick stays, says so, survives a reload and is sent when it can be', async () => {
  fakeApi.unreachable(tick)
  const person = open()
  await person.click(within(await screen.findByRole('group', { name: 'Noche' })).getByRole('checkbox'))
  expect(await screen.findByText(/Sin conexión: lo guardamos en este dispositivo/)).toBeDefined()
  expect(within(screen.getByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox').checked).toBe(
    true,
  )
  fakeApi.answer(tick, (body) => body)
  fakeApi.answer('GET /supplements/doses', {
    items: [{ clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-21', time: 'Noche' }],
  })

  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))

  await waitFor(() => expect(screen.queryByText(/Sin conexión/)).toBeNull())
  expect(within(screen.getByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox').checked).toBe(
    true,
  )
})

test('without a connection a day of another week is said to be unknown, and comes with the connection', async () => {
  const since = { startDate: '2026-11-07', countedFrom: '2026-11-07' }
  fakeApi.answer('GET /supplements/mine', { items: [{ ...magnesium, ...since }], next: null })
  const person = open()
  await screen.findByText('Te quedan 2 tomas.')
  fakeApi.answer('GET /supplements/doses', {
    items: [{ clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-14', time: 'Noche' }],
  })
  loseConnection()

  for (let daysBack = 1; daysBack <= 7; daysBack++)
    await person.click(screen.getByRole('button', { name: 'Día anterior' }))

  expect(screen.getByText('Sin conexión no sabemos qué tomaste este día.')).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: /Magnesio/ })).toBeNull()
  expect(screen.queryByText(/sin marcar/)).toBeNull()

  onlineManager.setOnline(true)

  expect(await screen.findByText('Quedó 1 toma sin marcar')).toBeDefined()
  expect(screen.queryByText(/Sin conexión/)).toBeNull()
  expect(within(screen.getByRole('group', { name: 'Noche' })).getByRole('checkbox', { checked: true })).toBeDefined()
})

test('without a connection the days of a week that was shown before are ticked as ever', async () => {
  const person = open()
  await screen.findByText('Te quedan 2 tomas.')
  fakeApi.unreachable(tick)
  loseConnection()

  await person.click(screen.getByRole('button', { name: 'Día anterior' }))
  await person.click(within(screen.getByRole('group', { name: 'Noche' })).getByRole('checkbox'))

  expect(await screen.findByText('Quedó 1 toma sin marcar')).toBeDefined()
  expect(screen.getByText(/Sin conexión: lo guardamos en este dispositivo/)).toBeDefined()
})

test('without a connection a day that begins says what there is to take, and leaves open what is taken', async () => {
  vi.setSystemTime('2026-11-23T04:59:30.000Z')
  open()
  await screen.findByText('Te quedan 2 tomas.')
  loseConnection()

  vi.setSystemTime('2026-11-23T05:00:30.000Z')
  document.dispatchEvent(new Event('visibilitychange'))

  expect(await screen.findByText('Sin conexión no sabemos qué has tomado hoy.')).toBeDefined()
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /Magnesio/ })
  expect(boxes.map(({ disabled }) => disabled)).toEqual([true, true])
})

test('of a tick and its taking back without a connection the later one is sent, with its time', async () => {
  fakeApi.unreachable(tick)
  const person = open()
  const box = within(await screen.findByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox')
  await person.click(box)
  await screen.findByText(/Sin conexión: lo guardamos en este dispositivo/)
  vi.setSystemTime('2026-11-21T09:05:00.000Z')
  await person.click(box)
  const before = fakeApi.asked(tick).length
  fakeApi.answer(tick, (body) => body)

  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))

  await waitFor(() => expect(screen.queryByText(/Sin conexión/)).toBeNull())
  const sent = fakeApi.asked(tick).slice(before)
  expect(sent.map(({ body }) => body)).toMatchObject([
    { taken: false, at: expect.stringMatching(/^2026-11-21T09:05:/) },
  ])
  expect(box.checked).toBe(false)
})

test('a tick that another device has taken back since stands as the server says', async () => {
  fakeApi.answer(tick, (body) => ({ ...body, taken: false }))
  const person = open()
  const box = within(await screen.findByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox')

  await person.click(box)

  await waitFor(() => expect(fakeApi.asked(tick)).toHaveLength(1))
  await waitFor(() => expect(box.checked).toBe(false))
})

test('a course past its last day is completed and not counted among the active, whatever nobody has set', async () => {
  fakeApi.answer('GET /supplements/mine', { items: [{ ...magnesium, endDate: '2026-11-20' }], next: null })
  open()

  const table = within(await screen.findByRole('table', { name: 'Mis Suplementos' }))
  expect(table.getByText('Completado')).toBeDefined()
  expect([await countOf('Activos'), await countOf('Completados')]).toEqual(['0', '1'])
})

test('what an earlier visit could not say is said at the next', async () => {
  const dose = { clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-21', time: 'Noche', taken: true }
  window.localStorage.setItem('habitat-interior:unsent:ticks:usr_aaaaaaaa', JSON.stringify([dose]))

  open()

  await waitFor(() => expect(fakeApi.asked(tick).map(({ body }) => body)).toEqual([dose]))
  await waitFor(() => expect(window.localStorage.getItem('habitat-interior:unsent:ticks:usr_aaaaaaaa')).toBeNull())
})

test('a tick that the server refuses is taken back and said', async () => {
  fakeApi.refuse(tick, 'dose-not-due')
  const person = open()

  await person.click(within(await screen.findByRole('group', { name: 'Noche' })).getByRole('checkbox'))

  expect(await screen.findByText(/Esa toma ya no se puede marcar/)).toBeDefined()
  await waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Noche' })).getByRole<HTMLInputElement>('checkbox').checked).toBe(
      false,
    ),
  )
})

test('yesterday can still be ticked, tomorrow not yet', async () => {
  const person = open()
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Día siguiente' })
  expect(next.disabled).toBe(true)

  await person.click(screen.getByRole('button', { name: 'Día anterior' }))

  const yesterday = within(await screen.findByRole('region', { name: 'Ayer' }))
  expect(await yesterday.findByText('Quedaron 2 tomas sin marcar')).toBeDefined()
})

test('after seven days back it is said why it goes no further', async () => {
  const person = open()
  const back = await screen.findByRole<HTMLButtonElement>('button', { name: 'Día anterior' })

  for (let day = 1; day <= 7; day += 1) await person.click(back)

  expect(back.disabled).toBe(true)
  expect(screen.getByText('Hasta aquí: se pueden marcar tomas de los últimos 7 días.')).toBeDefined()
})

test('the protocol can be printed', async () => {
  const print = vi.spyOn(browserWindowActions, 'print').mockImplementation(() => undefined)
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Imprimir mi pauta' }))

  expect(print).toHaveBeenCalledOnce()
})

test('a protocol that cannot be had can be asked for again', async () => {
  fakeApi.refuse('GET /supplements/mine', 'profile-missing')
  const person = open()
  await screen.findByText(/Todavía estamos preparando tu cuenta/)

  fakeApi.answer('GET /supplements/mine', { items: [magnesium], next: null })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('table', { name: 'Mis Suplementos' })).toBeDefined()
})

test('a tick that came too fast for the server is kept, not taken back', async () => {
  fakeApi.refuse(tick, 'too-many-attempts')
  const person = open()

  await person.click(within(await screen.findByRole('group', { name: 'Noche' })).getByRole('checkbox'))

  expect(await screen.findByText(/lo guardamos en este dispositivo/)).toBeDefined()
  expect(window.localStorage.getItem('habitat-interior:unsent:ticks:usr_aaaaaaaa')).toContain('Noche')
})

test('in a browser that keeps nothing more a tick is sent all the same', async () => {
  const person = open()
  const evening = await screen.findByRole('group', { name: 'Noche' })
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key.includes(':unsent:')) throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => full.mockRestore())

  await person.click(within(evening).getByRole('checkbox'))

  await waitFor(() => expect(fakeApi.asked(tick)).toHaveLength(1))
})

test('a page left open over night turns to the new day', async () => {
  vi.setSystemTime('2026-11-22T04:30:00.000Z')
  const person = open()
  await screen.findByRole('group', { name: 'Noche' })
  vi.setSystemTime('2026-11-22T05:30:00.000Z')
  document.dispatchEvent(new Event('visibilitychange'))

  await person.click(within(await screen.findByRole('group', { name: 'Noche' })).getByRole('checkbox'))

  await waitFor(() => expect(fakeApi.asked(tick).map(({ body }) => body)).toMatchObject([{ day: '2026-11-22' }]))
})

test('a protocol whose second page cannot be had is not shown in part, and can be asked for again', async () => {
  let next: string | null = '2026-11-16T09:00:00.000Z~csu_aaaaaaaa'
  fakeApi.answer('GET /supplements/mine', () => {
    if (next === null) return Response.json({ code: 'too-many-attempts' }, { status: 429 })
    const answer = Response.json({ items: [magnesium], next })
    next = null
    return answer
  })
  const person = open()
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.queryByRole('table', { name: 'Mis Suplementos' })).toBeNull()
  // A refusal is not retried.
  expect(fakeApi.asked('GET /supplements/mine').filter(({ query }) => query['cursor'])).toHaveLength(1)

  fakeApi.answer('GET /supplements/mine', { items: [finished], next: null })
  await person.click(again)

  expect(await screen.findByRole('table', { name: 'Mis Suplementos' })).toBeDefined()
})
