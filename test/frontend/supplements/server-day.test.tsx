import type { ClientSupplement } from '#contract/client-supplement'
import { act, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { syncServerClock } from '../../../frontend/src/ui/server-clock.ts'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const magnesium: ClientSupplement = {
  ...sampleClientSupplement,
  foodRelation: 'Indiferente',
  instructionsText: 'Suplemento: Magnesio',
}
const answeredAt = (instant: string, reply: object) => () =>
  Response.json(reply, { headers: { date: new Date(instant).toUTCString() } })

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /supplements/mine', { items: [magnesium], next: null })
  fakeApi.answer('GET /supplements/doses', { items: [] })
  fakeApi.answer('PUT /supplements/doses', (body) => body)
})
afterEach(() => syncServerClock(new Date().toUTCString()))

const openToday = async () => {
  const person = openProductPath('/client?tab=supplements')
  return { person, today: within(await screen.findByRole('region', { name: 'Hoy' })) }
}

test('today is the server’s day, three months after the one of this device', async () => {
  const ended = { ...magnesium, endDate: '2027-02-10' }
  fakeApi.answer('GET /supplements/mine', answeredAt('2027-02-20T08:00:00.000Z', { items: [ended], next: null }))
  openProductPath('/client?tab=supplements')

  const table = within(await screen.findByRole('table', { name: 'Mis Suplementos' }))

  expect(table.getByText('Completado')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull()
})

test('what is ticked then is of the server’s day and moment', async () => {
  fakeApi.answer('GET /supplements/mine', answeredAt('2027-02-20T08:00:00.000Z', { items: [magnesium], next: null }))
  const { person, today } = await openToday()

  await person.click(await today.findByRole('checkbox'))

  await waitFor(() =>
    expect(fakeApi.asked('PUT /supplements/doses').map(({ body }) => body)).toMatchObject([
      { day: '2027-02-20', at: expect.stringMatching(/^2027-02-20T08:00:/) },
    ]),
  )
})

test('it is the day of this device’s time zone: late in the evening of New York, not that of Madrid’s morning', async () => {
  const at = '2026-11-22T04:30:00.000Z'
  fakeApi.answer('GET /supplements/mine', answeredAt(at, { items: [magnesium], next: null }))
  const { person, today } = await openToday()
  expect((await today.findByText(/^Esta semana/)).textContent).toBe('Esta semana, 0 de 5 tomas hasta ahora')

  await person.click(await today.findByRole('checkbox'))

  await waitFor(() =>
    expect(fakeApi.asked('PUT /supplements/doses').map(({ body }) => body)).toMatchObject([{ day: '2026-11-21' }]),
  )
})

test('a page that is open has the new day with the next answer', async () => {
  fakeApi.answer('GET /supplements/mine', { items: [{ ...magnesium, endDate: '2026-11-21' }], next: null })
  const { today } = await openToday()
  expect(await today.findByText('Te queda 1 toma.')).toBeDefined()

  void act(() => syncServerClock('Sun, 22 Nov 2026 08:00:00 GMT'))

  expect(today.getByText('No hay nada que tomar este día.')).toBeDefined()
  expect(today.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('Completado')).toBeDefined()
})

test.each([null, '', 'no date'])('an answer with %j for a date leaves the day as it is', async (date) => {
  const { today } = await openToday()

  void act(() => syncServerClock(date))

  expect(await today.findByText('Te queda 1 toma.')).toBeDefined()
})

const askedTicks = () => fakeApi.asked('PUT /supplements/doses')

describe('a tick that waits on the device', () => {
  const zone = 'PUT /account/time-zone'
  const unsent = 'habitat-interior:unsent:ticks:usr_aaaaaaaa'
  const { clientSupplementId } = magnesium
  beforeEach(() => {
    const waiting = { clientSupplementId, day: '2026-11-20', time: 'Noche', taken: true }
    window.localStorage.setItem(unsent, JSON.stringify([waiting]))
  })

  test('is sent once the server knows the time zone', async () => {
    const answerZone = fakeApi.hold(zone, { timeZone: 'America/New_York' })
    await openToday()
    await waitFor(() => expect(fakeApi.asked(zone)).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(50)
    expect(askedTicks()).toEqual([])

    answerZone()

    await waitFor(() => expect(askedTicks()).toHaveLength(1))
  })

  test('and is not found due stays while the server does not know it', async () => {
    fakeApi.fail(zone, 503)
    fakeApi.refuse('PUT /supplements/doses', 'dose-not-due')
    await openToday()

    expect(await screen.findByText(/^Sin conexión: lo guardamos en este dispositivo/)).toBeDefined()
    expect(askedTicks()).toHaveLength(1)
    expect(window.localStorage.getItem(unsent)).toContain('2026-11-20')
  })
})
