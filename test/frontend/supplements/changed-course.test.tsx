import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientSupplement } from '#contract/client-supplement'
import type { ReplacedDose } from '#contract/own-supplements'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

/** From Saturday on dinner replaces breakfast, and zinc at night was removed. */
const atDinner: ClientSupplement = {
  ...sampleClientSupplement,
  times: ['Con cena'],
  amount: 300,
  countedFrom: '2026-11-21',
}
const { clientSupplementId, name, unit, foodRelation } = sampleClientSupplement
const friday = '2026-11-20'
const atBreakfast: ReplacedDose = {
  clientSupplementId,
  name,
  unit,
  foodRelation,
  amount: 200,
  day: friday,
  time: 'Con desayuno',
}
const zinc: ReplacedDose = {
  ...atBreakfast,
  clientSupplementId: 'csu_zinc-removed',
  name: 'Zinc',
  amount: 15,
  time: 'Noche',
}
const tick = 'PUT /supplements/doses'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [atDinner], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [], replaced: [zinc, atBreakfast] })
  fakeApi.answer(tick, (dose) => {
    fakeApi.answer('GET /supplements/doses', { items: [dose], replaced: [zinc, atBreakfast] })
    return dose
  })
})

async function openYesterday() {
  const person = openProductPath('/client?tab=supplements')
  await person.click(await screen.findByRole('button', { name: 'Día anterior' }))
  const region = within(await screen.findByRole('region', { name: 'Ayer' }))
  await region.findByText('Quedaron 2 tomas sin marcar')
  return { person, region }
}

test('a day before the protocol changed shows what was due on it, also what was removed since', async () => {
  const { region } = await openYesterday()

  const labels = region.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.labels?.[0]?.textContent)
  expect(labels).toEqual([
    expect.stringMatching(/^Magnesio 200 mg.*desayuno/i),
    expect.stringMatching(/^Zinc 15 mg.*noche/i),
  ])
})

test('what is ticked there is the dose of that day, and the week counts it', async () => {
  const { person, region } = await openYesterday()

  await person.click(region.getByRole('checkbox', { name: /Zinc/ }))

  await waitFor(() =>
    expect(fakeApi.asked(tick).map(({ body }) => body)).toMatchObject([
      { clientSupplementId: zinc.clientSupplementId, day: friday, time: 'Noche', taken: true },
    ]),
  )
  expect(await region.findByRole('img', { name: /viernes, una parte; sábado, 0 de 1/ })).toBeDefined()
  expect(region.getByText('1 de 2')).toBeDefined()
})

test('from the change on only what is prescribed now is due', async () => {
  openProductPath('/client?tab=supplements')
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))

  expect(await today.findByText('Te queda 1 toma.')).toBeDefined()
  expect(today.getAllByRole('checkbox')).toHaveLength(1)
})

test('of a day before the change that waits for a connection it is not said that nothing was due', async () => {
  const person = openProductPath('/client?tab=supplements')
  await screen.findByText('Te queda 1 toma.')
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)

  for (let daysBack = 1; daysBack <= 6; daysBack++)
    await person.click(screen.getByRole('button', { name: 'Día anterior' }))

  expect(screen.getByText('Sin conexión no sabemos qué tomaste este día.')).toBeDefined()
  expect(screen.queryByText('No hay nada que tomar este día.')).toBeNull()
})
