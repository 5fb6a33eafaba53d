import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { heldSlotStore } from '../../../frontend/src/features/payments/held-slot-store.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { SLOTS_NOW, stubSlots, toSlot } from '../../support/slot-weeks.ts'

const HOLD = 'POST /slots/hold'
const thursday = toSlot('2026-12-03', '10:30')
const NAME = /^10:30, jueves, 3 de diciembre/

class AllSeen {
  readonly see: IntersectionObserverCallback
  constructor(see: IntersectionObserverCallback) {
    this.see = see
  }
  observe = () =>
    this.see([{ isIntersecting: true }] as IntersectionObserverEntry[], this as unknown as IntersectionObserver)
  disconnect = () => undefined
}

beforeEach(() => {
  vi.setSystemTime(SLOTS_NOW)
  vi.stubGlobal('IntersectionObserver', AllSeen)
  stubSlots()
})

const ownHour = () => within(screen.getByRole('complementary', { name: 'Tu hora' }))

test('the hour that is pressed is named at once, then until when it is held, and stays in sight and focused', async () => {
  const person = openProductPath('/primera-consulta')
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const button = await screen.findByRole('button', { name: NAME })
  shown.mockClear()
  const now = SLOTS_NOW
  const answer = fakeApi.hold(HOLD, {
    startsAt: thursday,
    durationMinutes: 30,
    now,
    heldUntil: '2026-11-27T10:10:00.000Z',
  })

  await person.click(button)
  expect(ownHour().getByText('Jueves 3 dic, 10:30')).toBeDefined()
  expect(ownHour().getByText('Guardando la hora...')).toBeDefined()
  expect(shown).not.toHaveBeenCalled()
  answer()

  expect(await ownHour().findByText(/^Guardada hasta las? \d+:\d\d, quedan$/)).toBeDefined()
  expect(shown.mock.contexts).toEqual([button, ownHour().getByRole('timer').closest('.slot-panel')])
  expect(shown).toHaveBeenCalledWith({ block: 'nearest' })
  expect(document.activeElement?.getAttribute('data-slot')).toBe(thursday)
})

test('on /comprar the hour that was picked leads on: the hours fold away, and the next field has the focus', async () => {
  const person = openProductPath('/comprar')
  await person.click(await screen.findByRole('button', { name: 'Elegir día y hora' }))
  await person.click(await screen.findByRole('button', { name: NAME }))
  await waitFor(() => expect(ownHour().getByRole('timer')).toBeDefined())

  await person.click(ownHour().getByRole('button', { name: 'Continuar con esta hora' }))

  expect(document.activeElement).toBe(screen.getByLabelText(/^Nombre/))
  expect(screen.getByRole('button', { name: 'Cambiar la hora' })).toBeDefined()
  expect(ownHour().queryByRole('button', { name: 'Continuar con esta hora' })).toBeNull()
})

test('after a phone has slept the time that is left is right at once, without waiting for the next second', async () => {
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: NAME }))
  await waitFor(() => expect(ownHour().getByRole('timer').textContent).toMatch(/^(10:0\d|9:\d\d) min$/))

  vi.setSystemTime(Date.parse(SLOTS_NOW) + 7 * 60_000)
  // Does not bubble: the free hours, which listen on the window, must not be what shows it.
  fireEvent(document, new Event('visibilitychange'))

  expect(ownHour().getByRole('timer').textContent).toMatch(/^(3:0\d|2:\d\d) min$/)
})

test('on a device whose clock is two hours fast, the time left to pay is what the server gives', async () => {
  vi.setSystemTime(new Date(SLOTS_NOW).getTime() + 2 * 3_600_000)
  const [now, heldUntil, renewedUntil] = [0, 10, 35].map((minutes) =>
    new Date(new Date(SLOTS_NOW).getTime() + minutes * 60_000).toISOString(),
  ) as [string, string, string]
  heldSlotStore.keep({ startsAt: thursday, durationMinutes: 30, now, heldUntil })

  heldSlotStore.renew(renewedUntil)
  openProductPath('/primera-consulta')

  expect(await ownHour().findByText(/^Tuya mientras pagas/)).toBeDefined()
  expect(ownHour().getByRole('timer').textContent).toMatch(/^3[45]:\d\d min$/)
})
