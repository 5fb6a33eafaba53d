import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { ClientSupplement } from '#contract/client-supplement'
import type { TakenDose } from '#contract/own-supplements'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const supplement: ClientSupplement = {
  ...sampleClientSupplement,
  frequency: '3 veces al día',
  times: ['Con desayuno', 'Tarde', 'Noche'],
  startDate: '2026-11-07',
}

const unsentTicks = 'habitat-interior:unsent:ticks:usr_aaaaaaaa'

test('a tick that was accepted stays while the next one is being sent and a third is made', async () => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [supplement], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  const replies: (() => void)[] = []
  const kept: TakenDose[] = []
  fakeApi.answer('PUT /supplements/doses', (tick) => {
    const { promise, resolve } = Promise.withResolvers<typeof tick>()
    replies.push(() => resolve(tick))
    kept.push({ clientSupplementId: tick.clientSupplementId, day: tick.day, time: tick.time })
    return promise as never
  })
  openProductPath('/client?tab=supplements')
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  await waitFor(() => expect(today.getAllByRole('checkbox', { checked: false })).toHaveLength(3))
  const boxes = today.getAllByRole<HTMLInputElement>('checkbox')
  const ticked = () => boxes.map(({ checked }) => checked)
  const sent = (count: number) => waitFor(() => expect(replies).toHaveLength(count))

  fireEvent.click(boxes[0] as HTMLElement)
  await sent(1)
  fireEvent.click(boxes[1] as HTMLElement)
  replies[0]?.()
  await sent(2)
  fireEvent.click(boxes[2] as HTMLElement)
  expect(ticked()).toEqual([true, true, true])

  replies[1]?.()
  await sent(3)
  expect(ticked()).toEqual([true, true, true])
  fakeApi.answer('GET /supplements/doses', { items: kept })
  replies[2]?.()
  expect(await screen.findByText('Todo tomado. ¡Bien hecho!')).toBeDefined()
})

test('a list that was asked for before a tick, and is answered after it, does not take it back', async () => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [supplement], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  const replies: (() => void)[] = []
  fakeApi.answer('PUT /supplements/doses', (tick) => {
    const { promise, resolve } = Promise.withResolvers<typeof tick>()
    replies.push(() => resolve(tick))
    return promise as never
  })
  openProductPath('/client?tab=supplements')
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  await waitFor(() => expect(today.getAllByRole('checkbox', { checked: false })).toHaveLength(3))
  const boxes = today.getAllByRole<HTMLInputElement>('checkbox')
  const sent = (count: number) => waitFor(() => expect(replies).toHaveLength(count))
  fireEvent.click(boxes[0] as HTMLElement)
  fireEvent.click(boxes[1] as HTMLElement)
  await sent(1)
  const before = fakeApi.asked('GET /supplements/doses').length
  const answerOldList = fakeApi.hold('GET /supplements/doses', { items: [], replaced: [] })
  vi.setSystemTime('2026-11-21T09:05:00.000Z')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(fakeApi.asked('GET /supplements/doses').length).toBeGreaterThan(before))

  replies[0]?.()
  await sent(2)
  answerOldList()
  fireEvent.click(boxes[2] as HTMLElement)
  replies[1]?.()
  await sent(3)

  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
})

test('once the consent to health data is withdrawn, ticks that wait are sent no more, and go from the device with a word', async () => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [supplement], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  fakeApi.refuse('PUT /supplements/doses', 'health-consent-required')
  const waiting = ['Con desayuno', 'Tarde'].map((time) => ({
    clientSupplementId: supplement.clientSupplementId,
    day: '2026-11-20',
    time,
    taken: true,
  }))
  window.localStorage.setItem(unsentTicks, JSON.stringify(waiting))

  openProductPath('/client?tab=supplements')

  expect(
    await screen.findByText(
      'Antes necesitamos tu consentimiento para tratar tus datos de salud. Puedes darlo en Ajustes. Lo que no se había enviado se ha borrado de este dispositivo.',
    ),
  ).toBeDefined()
  expect(window.localStorage.getItem(unsentTicks)).toBeNull()
  expect(fakeApi.asked('PUT /supplements/doses')).toHaveLength(1)
})

/** It is Saturday the 21st, at ten. */
function openWithCourse(course: Partial<ClientSupplement>) {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: false })
  fakeApi.answer('GET /supplements/mine', { items: [{ ...sampleClientSupplement, ...course }], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  fakeApi.answer('PUT /supplements/doses', (dose) => dose)
  return openProductPath('/client?tab=supplements')
}

const sentTicks = () => fakeApi.asked('PUT /supplements/doses').map(({ body }) => body)

test('tonight’s dose of an only course that was finished this morning is due and can be ticked', async () => {
  const person = openWithCourse({ status: 'completed', endDate: '2026-11-21', countedFrom: '2026-11-21' })
  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  await today.findByText('Te queda 1 toma.')

  await person.click(today.getByRole('checkbox', { name: /Magnesio/ }))

  await waitFor(() => expect(sentTicks()).toMatchObject([{ day: '2026-11-21', time: 'Noche', taken: true }]))
})

test('the doses of a course that has ended can be ticked for a week', async () => {
  const person = openWithCourse({ endDate: '2026-11-14', startDate: '2026-11-07', countedFrom: '2026-11-07' })
  await screen.findByRole('region', { name: 'Hoy' })

  for (let daysBack = 1; daysBack <= 7; daysBack++)
    await person.click(screen.getByRole('button', { name: 'Día anterior' }))
  await screen.findByText('Quedó 1 toma sin marcar')
  await person.click(screen.getByRole('checkbox', { name: /Magnesio/ }))

  await waitFor(() => expect(sentTicks()).toMatchObject([{ day: '2026-11-14', time: 'Noche', taken: true }]))
})

test.each([
  ['has ended more than a week ago', { endDate: '2026-11-13', startDate: '2026-11-07' }],
  ['ended before it began', { status: 'completed', endDate: '2026-11-21', startDate: '2026-11-23' }],
] as const)('of a course that %s there is nothing to tick', async (_, course) => {
  openWithCourse(course)

  expect(await screen.findByText('Hoy no te queda nada por hacer')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull()
})

test('west of Madrid a day whose doses may have been replaced is not called free before its ticks are there', async () => {
  vi.setSystemTime('2026-11-22T01:30:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /supplements/mine', { items: [{ ...supplement, countedFrom: '2026-11-22' }], next: null })
  fakeApi.hold('GET /supplements/doses', { items: [], replaced: [] })

  openProductPath('/client?tab=supplements')

  const today = within(await screen.findByRole('region', { name: 'Hoy' }))
  expect(await today.findByText('Comprobando tus tomas...')).toBeDefined()
  expect(today.queryByText('No hay nada que tomar este día.')).toBeNull()
})
