import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PRODUCT_SLUG } from '#contract/product'
import { clearLocalStore } from '../../../frontend/src/api/local-store.ts'
import { tickEarlyStart } from '../../../frontend/src/features/payments/early-start.ts'
import { heldSlotStore } from '../../../frontend/src/features/payments/held-slot-store.ts'
import { syncServerClock } from '../../../frontend/src/ui/server-clock.ts'
import { leaveForMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { SLOTS_NOW, someFreeHours, stubSlots, toSlot } from '../../support/slot-weeks.ts'

const HOLD = 'POST /slots/hold'
const CHECKOUT = 'POST /payments/checkout/anonymous'
const read = { noShowRule: 'lost' }
const asVisitor = {
  ...read,
  timeZone: 'America/New_York',
  purchaseTicket: expect.stringMatching(/^[\w-]{43}$/) as string,
}
const thursday = toSlot('2026-12-03', '10:30')

class AllSeen {
  readonly see: IntersectionObserverCallback
  constructor(see: IntersectionObserverCallback) {
    this.see = see
  }
  observe = () =>
    this.see([{ isIntersecting: true }] as IntersectionObserverEntry[], this as unknown as IntersectionObserver)
  disconnect = () => undefined
}

const redirect = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: '2026-11-27T10:32:00.000Z',
}

beforeEach(() => {
  vi.setSystemTime(SLOTS_NOW)
  vi.stubGlobal('IntersectionObserver', AllSeen)
  stubSlots()
  fakeApi.answer(CHECKOUT, redirect)
})

const hour = (name: RegExp) => screen.findByRole('button', { name })
const focusedSlot = () => document.activeElement?.getAttribute('data-slot')
const isAtNextFree = () => expect(document.activeElement?.textContent).toBe('Elegir el miércoles 16 dic, 10:00')
const ownHour = () => within(screen.getByRole('complementary', { name: 'Tu hora' }))
const hold = async (person: ReturnType<typeof openProductPath>, name = /^10:30, jueves, 3 de diciembre/) => {
  await person.click(await hour(name))
  await waitFor(() => expect(ownHour().getByRole('timer')).toBeDefined())
}
const askForEarlyStart = (person: ReturnType<typeof openProductPath>) =>
  person.click(ownHour().getByRole('checkbox', { name: /^Pido tener la consulta antes/ }))
const passSeconds = (seconds: number): void => void act(() => void vi.advanceTimersByTime(seconds * 1000))

test('the first week with a free hour is open, with what is closed and what is full in words', async () => {
  openProductPath('/primera-consulta')

  expect(await screen.findByRole('heading', { name: '30 nov – 6 dic' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'lun 30, completo' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'mar 1, 2 libres', pressed: true })).toBeDefined()
  expect(screen.getByRole('button', { name: 'sáb 5, cerrado' })).toBeDefined()
})

test('PAY-07 A-70 the hour that is pressed is held, and paid with RESERVAR CITA', async () => {
  const person = openProductPath('/primera-consulta')

  await hold(person)
  expect(ownHour().getByText('Jueves 3 dic, 10:30')).toBeDefined()
  expect(ownHour().getByText('80,00 €')).toBeDefined()
  await person.click(ownHour().getByRole('checkbox', { name: /^Pido tener la consulta antes/ }))
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  const [ticket] = fakeApi.asked(HOLD).map(({ body }) => (body as { ticket: string }).ticket)
  expect(ticket).toMatch(/^[\w-]{43}$/)
  expect(fakeApi.asked(CHECKOUT).map(({ body }) => body)).toEqual([
    {
      product: 'primera-consulta',
      ...asVisitor,
      hold: { ticket, startsAt: thursday },
      consents: { expressRequest: true, acknowledgement: true },
    },
  ])
})

test('A-71 an hour within the 14 days is paid only once its empty box is ticked, and the ways without it are told', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  const box = ownHour().getByRole('checkbox', { name: /^Pido tener la consulta antes/ })
  expect(box).toHaveProperty('checked', false)

  await person.click(screen.getByRole('button', { name: 'Reserva tu primera consulta ahora' }))

  expect(document.activeElement).toBe(box)
  expect(ownHour().getByRole('checkbox', { description: /una a partir del sábado 12 de diciembre/ })).toBe(box)
  expect(fakeApi.asked(CHECKOUT)).toEqual([])
})

function writeInOtherTab(name: string, value: unknown): void {
  const key = `${PRODUCT_SLUG}:unsent:memory:${name}`
  window.localStorage.setItem(key, JSON.stringify(value))
  void act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(value) })))
}
const kept = (name: string): unknown =>
  JSON.parse(window.localStorage.getItem(`${PRODUCT_SLUG}:unsent:memory:${name}`) ?? 'null')

test('A-70 a visitor has one ticket in all tabs, which frees the hour before, and sees what another tab has picked', async () => {
  const ticket = 'T'.repeat(43)
  writeInOtherTab('slot-ticket', { ticket, usedAtMs: Date.now() })
  const person = openProductPath('/primera-consulta')
  await hold(person)
  expect(fakeApi.asked(HOLD).map(({ body }) => body)).toMatchObject([{ ticket, startsAt: thursday }])

  writeInOtherTab('held-slot', { ...(kept('held-slot') as object), startsAt: toSlot('2026-12-01', '16:00') })

  expect(await screen.findByText('Martes 1 dic, 16:00')).toBeDefined()
})

test('a day after its end the hour is forgotten, and its ticket too', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  vi.setSystemTime('2026-11-28T10:30:00.000Z')
  cleanup()

  const again = openProductPath('/primera-consulta')
  await hour(/^10:30, jueves, 3 de diciembre/)
  expect(ownHour().queryByText(/Se acabaron/)).toBeNull()
  await hold(again)

  const tickets = fakeApi.asked(HOLD).map(({ body }) => (body as { ticket: string }).ticket)
  expect(new Set(tickets).size).toBe(2)
})

test('signing out leaves nothing of the hour', async () => {
  await hold(openProductPath('/primera-consulta'))

  clearLocalStore()

  expect(heldSlotStore.read()).toBeUndefined()
})

test('A-71 what a begun payment has carried is kept with the hour: whoever comes back from Stripe finds the box ticked', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  await askForEarlyStart(person)
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))
  await waitFor(() => expect(kept('held-slot')).toMatchObject({ startsAt: thursday, isEarlyStartAsked: true }))
  // As after a reload, which does not restore the tick.
  void act(() => tickEarlyStart(false))
  const box = () => ownHour().getByRole<HTMLInputElement>('checkbox', { name: /^Pido tener/ })
  expect([box().checked, kept('held-slot')]).toMatchObject([false, { isEarlyStartAsked: false }])

  writeInOtherTab('held-slot', { ...(kept('held-slot') as object), isEarlyStartAsked: true })

  expect(box().checked).toBe(true)
  await hold(person, /^16:30, jueves, 3 de diciembre/)
  expect(box().checked).toBe(false)
})

test('A-71 on a device whose clock is wrong the box appears once the server has said what day it is', async () => {
  onTestFinished(() => {
    // A full second, as in the `Date` header: pages of other test files use this clock too.
    vi.setSystemTime(SLOTS_NOW)
    void act(() => syncServerClock(new Date(SLOTS_NOW).toUTCString()))
    vi.useRealTimers()
  })
  stubSlots({ '2026-12-16': ['10:00'] })
  const person = openProductPath('/primera-consulta')
  await hold(person, /^10:00, miércoles, 16 de diciembre/)
  expect(ownHour().queryByRole('checkbox')).toBeNull()

  void act(() => syncServerClock('Wed, 02 Dec 2026 10:00:00 GMT'))

  expect(ownHour().getByRole('checkbox', { name: /^Pido tener la consulta antes/ })).toBeDefined()
})

test('A-71 where the server asks for an early start and the page did not, the box appears with its message, and its tick pays', async () => {
  stubSlots({ '2026-12-16': ['10:00'] })
  fakeApi.answer(CHECKOUT, ({ consents }) =>
    consents ? Response.json(redirect) : Response.json({ code: 'early-start-required' }, { status: 409 }),
  )
  const person = openProductPath('/primera-consulta')
  await hold(person, /^10:00, miércoles, 16 de diciembre/)

  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))
  const description = /^Marca esta casilla para reservar esa hora/
  const box = await ownHour().findByRole('checkbox', { name: /^Pido tener la consulta antes/, description })
  expect(leaveForMock).not.toHaveBeenCalled()
  await person.click(box)
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(redirect.url))
})

test('A-71 an hour after the 14 days asks for nothing', async () => {
  stubSlots({ '2026-12-16': ['10:00'] })
  const person = openProductPath('/primera-consulta')
  await hold(person, /^10:00, miércoles, 16 de diciembre/)
  expect(screen.queryByRole('checkbox')).toBeNull()

  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  expect(fakeApi.asked(CHECKOUT)[0]?.body).not.toHaveProperty('consents')
})

test('PAY-07 whoever prefers to choose later pays without an hour, and the one that was held is given free', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)

  await person.click(screen.getByRole('button', { name: 'Prefiero elegir después' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  expect(fakeApi.asked(CHECKOUT).map(({ body }) => body)).toEqual([{ product: 'primera-consulta', ...asVisitor }])
  expect(fakeApi.asked('POST /slots/hold/release')).toHaveLength(1)
})

test('the rest of the time is read out at the start, two minutes before the end and at the end only', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  const said = new Set<string>()
  const listen = () => said.add(ownHour().getAllByRole('status')[0]?.textContent ?? '')

  for (let second = 0; second < 600; second += 30) {
    listen()
    passSeconds(30)
  }
  listen()

  expect([...said]).toEqual([
    expect.stringMatching(/^Te guardamos las 10:30 del jueves durante 10 minutos, hasta las? \d+:\d\d\.$/),
    'Quedan 2 minutos: después dejamos libres las 10:30 del jueves.',
    'Se acabaron los 10 minutos: ya no te guardamos las 10:30 del jueves. No se ha cobrado nada.',
  ])
})

test('the time that is left is reckoned by the server, whatever the clock of the device says', async () => {
  fakeApi.answer(HOLD, ({ startsAt }) => ({
    startsAt,
    durationMinutes: 30,
    now: '2031-01-01T00:00:00.000Z',
    heldUntil: '2031-01-01T00:04:30.000Z',
  }))
  const person = openProductPath('/primera-consulta')

  await hold(person)

  expect(ownHour().getByRole('timer').textContent).toMatch(/^4:(30|29) min$/)
})

test('an hour whose time is over can be kept once more, and nothing was charged', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)

  passSeconds(601)
  expect(await screen.findByRole('heading', { name: 'Se acabaron los 10 minutos' })).toBeDefined()
  expect(ownHour().getByText('Las 10:30 del jueves siguen libres. No se ha cobrado nada.')).toBeDefined()
  await person.click(ownHour().getByRole('button', { name: 'Guardarla otra vez' }))

  expect(await ownHour().findByRole('timer')).toBeDefined()
  expect(fakeApi.asked(HOLD).map(({ body }) => (body as { startsAt: string }).startsAt)).toEqual([thursday, thursday])
})

test('an hour whose time is over and that somebody else has by now gives way to the nearest three', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  stubSlots({ ...someFreeHours, '2026-12-03': ['9:00', '11:00', '12:30'] })

  passSeconds(601)
  passSeconds(90)

  expect(await ownHour().findByText(/^Las 10:30 del jueves ya no están libres/)).toBeDefined()
  const nearest = within(ownHour().getByRole('list', { name: 'Las horas más cercanas' }))
  expect(nearest.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Jueves 3 dic, 9:00/),
    expect.stringMatching(/^Jueves 3 dic, 11:00/),
    expect.stringMatching(/^Jueves 3 dic, 12:30/),
  ])
})

test('A-70 an hour that somebody else took meanwhile is said, and the nearest three can be pressed', async () => {
  fakeApi.refuse(HOLD, 'slot-taken')
  const person = openProductPath('/primera-consulta')
  await person.click(await hour(/^10:30, jueves/))

  const refused = within(await screen.findByRole('alert'))
  expect(refused.getByText('Esa hora acaba de ocuparse')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^10:30, jueves/ })).toBeNull()
  stubSlots()
  await person.click(refused.getByRole('button', { name: /^Jueves 3 dic, 11:00/ }))

  expect(await ownHour().findByRole('timer')).toBeDefined()
  expect(ownHour().getByText('Jueves 3 dic, 11:00')).toBeDefined()
})

test('too many hours held from one place is said, and the purchase goes on without one', async () => {
  fakeApi.refuse(HOLD, 'too-many-holds')
  const person = openProductPath('/primera-consulta')

  await person.click(await hour(/^10:30, jueves/))
  expect((await screen.findByRole('alert')).textContent).toMatch(/demasiadas horas reservadas sin pagar/)
  await person.click(screen.getAllByRole('button', { name: 'RESERVAR CITA' })[0] as HTMLElement)

  await waitFor(() =>
    expect(fakeApi.asked(CHECKOUT).map(({ body }) => body)).toEqual([{ product: 'primera-consulta', ...asVisitor }]),
  )
})

test('a hold that the server has ended is said before anything is paid, and can be had again', async () => {
  fakeApi.refuse(CHECKOUT, 'hold-expired')
  const person = openProductPath('/primera-consulta')
  await hold(person)

  await askForEarlyStart(person)
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))

  expect(await screen.findByText('Error al iniciar pago')).toBeDefined()
  expect(await ownHour().findByRole('button', { name: 'Guardarla otra vez' })).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('the hour survives a reload, and with the payment begun it is kept until that ends', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)
  await askForEarlyStart(person)
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  cleanup()

  openProductPath('/primera-consulta')

  expect((await screen.findByRole('timer')).textContent).toMatch(/^3[12]:\d\d min$/)
  expect(ownHour().getByText(/^Guardada mientras pagas hasta las? /)).toBeDefined()
})

test('the rules of moving and cancelling stand before paying, with the day and hour of the limit', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)

  const rules = within(screen.getByRole('list', { name: 'Antes de pagar' }))
  expect(rules.getByText(/gratis hasta el miércoles 2 de diciembre a las 10:30/)).toBeDefined()
})

test('whoever is in another time zone sees both times, in the button and where the hour stands', async () => {
  const person = openProductPath('/primera-consulta')
  await hold(person)

  // The tests run in New York.
  expect(screen.getByRole('button', { name: /^10:30, jueves, 3 de diciembre, hora de Madrid; ?4:30, / })).toBeDefined()
  expect(ownHour().getByText(/^Hora de Madrid\. Para ti, 4:30/)).toBeDefined()
  expect(ownHour().getByText(/24 horas antes es, para ti, 4:30/)).toBeDefined()
})

test('arrows go from hour to hour and from day to day', async () => {
  const person = openProductPath('/primera-consulta')
  const first = await hour(/^9:30, martes/)

  void act(() => first.focus())
  await person.keyboard('{ArrowRight}')
  expect(focusedSlot()).toBe(toSlot('2026-12-03', '09:00'))
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(focusedSlot()).toBe(thursday)
  await person.keyboard('{Enter}')

  expect(await screen.findByRole('timer')).toBeDefined()
  void act(() => screen.getByRole('button', { name: /^jue 3/ }).focus())
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'mar 1, 2 libres', pressed: true })).toBe(document.activeElement)
})

test('turning the week by keys keeps the focus on its button', async () => {
  const person = openProductPath('/primera-consulta')
  const next = await screen.findByRole('button', { name: 'Semana siguiente' })

  void act(() => next.focus())
  await person.keyboard('{Enter}{Enter}')

  expect(await screen.findByRole('heading', { name: '14 – 20 dic' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Semana siguiente' }))
})

test('Home and End go to the ends of a day, and the page keys turn the week and take the focus along', async () => {
  const person = openProductPath('/primera-consulta')
  const first = await hour(/^9:00, jueves/)

  void act(() => first.focus())
  await person.keyboard('{End}')
  expect(focusedSlot()).toBe(toSlot('2026-12-03', '16:30'))
  await person.keyboard('{Home}')
  expect(focusedSlot()).toBe(toSlot('2026-12-03', '09:00'))
  await person.keyboard('{PageDown}')
  await waitFor(isAtNextFree)
  await person.keyboard('{PageDown}')
  await waitFor(() => expect(focusedSlot()).toBe(toSlot('2026-12-16', '10:00')))
  await person.keyboard('{PageUp}')
  await waitFor(isAtNextFree)
  await person.keyboard('{PageUp}')
  await waitFor(() => expect(focusedSlot()).toBe(toSlot('2026-12-01', '09:30')))
  void act(() => screen.getByRole('button', { name: /^mar 1, / }).focus())
  await person.keyboard('{End}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'dom 6, cerrado', pressed: true }))
  await person.keyboard('{Home}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'lun 30, completo', pressed: true }))
})

test('of a week with nothing left the next free hour is held with one press, and an earlier one can be waited for', async () => {
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: 'Semana siguiente' }))

  await screen.findByText(/La primera hora libre es el miércoles, 16 de diciembre, a las 10:00/)
  expect(screen.getByText(/puedes pedir que te avisemos si queda libre un hueco antes/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Elegir el miércoles 16 dic, 10:00' }))

  await waitFor(() => expect(ownHour().getByRole('timer')).toBeDefined())
  expect(fakeApi.asked('POST /slots/hold').at(-1)?.body).toMatchObject({ startsAt: toSlot('2026-12-16', '10:00') })
  expect(await hour(/^10:00, miércoles, 16 de diciembre/)).toBeDefined()
})

test('a week with nothing left leads to the next with free hours', async () => {
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: 'Semana siguiente' }))

  expect(await screen.findByText('Esta semana no queda nada.')).toBeDefined()
  await person.click(await screen.findByRole('button', { name: 'Ver esa semana' }))

  expect(await hour(/^10:00, miércoles, 16 de diciembre/)).toBeDefined()
})

test('with no free hour at all it says that three will be proposed', async () => {
  stubSlots({})
  openProductPath('/primera-consulta')

  expect(await screen.findByText('Ahora mismo no queda ninguna hora libre.')).toBeDefined()
})

test('hours that cannot be loaded are asked for again, and the page sells without them', async () => {
  fakeApi.refuse('GET /slots', 'too-many-attempts')
  const person = openProductPath('/primera-consulta')
  expect(await screen.findByText('No hemos podido cargar las horas.')).toBeDefined()

  stubSlots()
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await hour(/^10:30, jueves/)).toBeDefined()
})

test('without a network it says so, and the hours come with it', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  openProductPath('/primera-consulta')
  expect(await screen.findByText('No tienes conexión.')).toBeDefined()

  void act(() => onlineManager.setOnline(true))

  expect(await hour(/^10:30, jueves/)).toBeDefined()
})

test('PAY-21 the hour goes along over the account and its payment', async () => {
  const person = openProductPath('/comprar')
  await person.click(await screen.findByRole('button', { name: 'Elegir día y hora' }))
  await hold(person)
  cleanup()

  openProductPath('/comprar')

  expect(await screen.findByRole('timer')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'RESERVAR CITA' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Crear cuenta y continuar al pago' })).toBeDefined()
  const afterwards = within(screen.getByRole('complementary', { name: 'Después de comprar' }))
  expect(afterwards.getByText(/^Tu cita queda confirmada para las 10:30 del jueves/)).toBeDefined()
  expect(afterwards.queryByText(/tres propuestas de hora/)).toBeNull()
})

test('whoever comes to the form with an hour sees it folded, and the other hours at a press', async () => {
  const person = openProductPath('/comprar')
  await person.click(await screen.findByRole('button', { name: 'Elegir día y hora' }))
  await hold(person)
  cleanup()
  openProductPath('/comprar')

  await screen.findByRole('heading', { name: 'Tu hora' })
  expect(screen.queryByRole('group', { name: 'Hora' })).toBeNull()
  await person.click(await screen.findByRole('button', { name: 'Cambiar la hora' }))

  expect(await screen.findByRole('heading', { name: 'Elige tu hora' })).toBeDefined()
  expect(await hour(/^10:30, jueves/)).toBeDefined()
})
