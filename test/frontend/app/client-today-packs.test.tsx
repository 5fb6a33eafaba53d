import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { openClientToday } from '../../support/open-client-today.tsx'
import { createOwnConsultation } from '../../support/own-consultations.ts'
import { sampleMagnesium } from '../../support/supplement-samples.ts'

const consultation = createOwnConsultation({ startsAt: '2026-11-26T15:30:00.000Z', priceCents: null, version: 1 })
const doses = 'GET /supplements/doses'
const takenInTheEvening = { clientSupplementId: 'csu_aaaaaaaa', day: '2026-11-21', time: 'Noche' } as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /consultations/mine/next', { consultation, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [sampleMagnesium], next: null })
  fakeApi.answer(doses, { items: [] })
})

const ofFoldedEvening = async () => {
  const evening = within(await screen.findByRole('group', { name: 'Noche' }))
  await evening.findByRole('button', { name: /^Noche: 1 de 1/, expanded: false })
  return evening
}

const stubPack = (packDoses: number) =>
  fakeApi.answer('GET /supplements/mine', {
    items: [{ ...sampleMagnesium, startDate: '2026-11-16', packDoses }],
    next: null,
  })

const order = 'PUT /supplements/mine/csu_aaaaaaaa/pack-order'
async function openToday() {
  openClientToday()
  return within(await screen.findByRole('region', { name: 'Hoy' }))
}

test.each([
  [24, 'Quedan 6 días'],
  [14, 'Queda 1 día'],
  [12, 'Se acaba hoy'],
  [10, 'Se ha acabado'],
])('of a pack of %i doses that runs out it says: %s', async (packDoses, words) => {
  stubPack(packDoses)
  const today = await openToday()

  expect((await today.findAllByText(words)).length).toBeGreaterThan(0)
})

test.each([
  [40, 'lasts longer than a week'],
  [2, 'ran out so long ago that another one has been begun'],
])('of a pack of %i doses, which %s, nothing is said', async (packDoses) => {
  stubPack(packDoses)
  const today = await openToday()
  await today.findByText('Te quedan 2 tomas.')

  expect(today.queryByText(/Envase|Quedan \d+ días|Se ha acabado/)).toBeNull()
})

test('a pack that has run out is said below its folded part too, and is ordered there', async () => {
  stubPack(10)
  fakeApi.answer(doses, { items: [takenInTheEvening] })
  fakeApi.answer(order, { ...sampleMagnesium, packOrderedOn: '2026-11-21' })
  const person = openClientToday()
  const evening = await ofFoldedEvening()

  expect(evening.getByText(/Magnesio bisglicinato: Se ha acabado$/)).toBeDefined()
  await person.click(evening.getByRole('button', { name: 'Ya lo he pedido: Magnesio bisglicinato' }))

  expect(fakeApi.asked(order).map(({ body }) => body)).toEqual([{ ordered: true, runsOutDay: '2026-11-20' }])
})

test('a folded part does not say that a pack lasts some days more', async () => {
  stubPack(24)
  fakeApi.answer(doses, { items: [takenInTheEvening] })
  openClientToday()
  const evening = await ofFoldedEvening()

  expect(evening.queryByText(/Quedan 6 días/)).toBeNull()
})

test('after a refusal the protocol is read again, so that it is shown as it is now', async () => {
  stubPack(10)
  fakeApi.refuse(order, 'changed-meanwhile')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  const person = openProductPath('/client?tab=supplements')
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  const [button] = await today.findAllByRole('button', { name: /^Ya lo he pedido/ })
  stubPack(40)

  await person.click(button as HTMLElement)

  expect(await screen.findByText('Tu pauta ha cambiado mientras tanto. Ya la ves como está ahora.')).toBeDefined()
  await waitFor(() => expect(today.queryAllByText(/Se ha acabado/)).toEqual([]))
})
