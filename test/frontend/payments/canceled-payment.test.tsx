import { cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveForMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { SLOTS_NOW, stubSlots } from '../../support/slot-weeks.ts'

const CHECKOUT = 'POST /payments/checkout/anonymous'
const redirect = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: '2026-11-27T10:32:00.000Z',
}

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
  fakeApi.answer(CHECKOUT, redirect)
})

const ownHour = () => within(screen.getByRole('complementary', { name: 'Tu hora' }))

/** Holds an hour, goes to pay it and comes back. */
async function comeBackUnpaid() {
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: /^10:30, jueves, 3 de diciembre/ }))
  await waitFor(() => expect(ownHour().getByRole('timer')).toBeDefined())
  await person.click(ownHour().getByRole('checkbox', { name: /^Pido tener la consulta antes/ }))
  await person.click(ownHour().getByRole('button', { name: 'RESERVAR CITA' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  cleanup()
  const back = openProductPath('/primera-consulta?status=canceled')
  expect(await screen.findByRole('heading', { name: 'Has vuelto sin pagar' })).toBeDefined()
  return back
}

test('A-32 who comes back from a cancelled payment gives the hour free and may take it again', async () => {
  await comeBackUnpaid()

  expect(screen.getByRole('button', { name: 'Guardarla otra vez' })).toBeDefined()
  expect(fakeApi.asked('POST /slots/hold/release')).toHaveLength(1)
})

test('A-32 an hour held after that is not given free where the page is loaded again', async () => {
  const person = await comeBackUnpaid()
  await person.click(ownHour().getByRole('button', { name: 'Guardarla otra vez' }))
  await waitFor(() => expect(ownHour().getByRole('timer')).toBeDefined())
  cleanup()

  openProductPath('/primera-consulta?status=canceled')

  expect(await screen.findByRole('timer')).toBeDefined()
  expect(fakeApi.asked('POST /slots/hold/release')).toHaveLength(1)
})

test('A-32 whoever then pays without an hour is told of none, before and afterwards', async () => {
  const person = await comeBackUnpaid()
  const rules = within(screen.getByRole('list', { name: 'Antes de pagar' }))
  await waitFor(() => expect(rules.queryByText(/gratis hasta el miércoles 2 de diciembre/)).toBeNull())
  fakeApi.answer(CHECKOUT, { ...redirect, heldUntil: null })
  await person.click(screen.getAllByRole('button', { name: 'RESERVAR CITA' })[0] as HTMLElement)
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledTimes(2))
  expect(fakeApi.asked(CHECKOUT).at(-1)?.body).not.toHaveProperty('hold')
  cleanup()

  openProductPath('/pago-exitoso')

  expect(await screen.findByText(/te proponemos tres horas distintas/)).toBeDefined()
  expect(screen.queryByText(/Es la hora que elegiste/)).toBeNull()
})
