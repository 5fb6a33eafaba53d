import { cleanup, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { leaveForMock, openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const ANONYMOUS = 'POST /payments/checkout/anonymous'
const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  fakeApi.answer(ANONYMOUS, checkout)
})

const tickets = () => fakeApi.asked(ANONYMOUS).map(({ body }) => (body as { purchaseTicket?: string }).purchaseTicket)

async function press() {
  cleanup()
  const before = fakeApi.asked(ANONYMOUS).length
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: 'RESERVAR CITA' }))
  await waitFor(() => expect(fakeApi.asked(ANONYMOUS)).toHaveLength(before + 1))
}

test('A-67 a purchase that is begun again after a reload or in another tab says that it is the same', async () => {
  await press()
  await press()
  sessionStorage.clear()
  await press()

  expect(tickets()[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set(tickets()).size).toBe(1)
})

test('A-67 after the payment, and a day after the last press, it is another purchase', async () => {
  await press()
  cleanup()
  openProductPath('/pago-exitoso')
  await screen.findByRole('heading', { name: 'PAGADO' })
  await press()
  vi.setSystemTime('2026-11-22T10:00:00.000Z')
  await press()

  expect(new Set(tickets()).size).toBe(3)
})

test('A-67 whoever is told that it is paid already and presses once more begins another purchase', async () => {
  fakeApi.refuse(ANONYMOUS, 'order-already-paid')
  await press()
  expect(await screen.findByText('Este pedido ya está pagado. No te cobraremos dos veces.')).toBeDefined()
  fakeApi.answer(ANONYMOUS, checkout)
  await press()

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
  expect(new Set(tickets()).size).toBe(2)
})

test('A-67 a browser that keeps nothing buys all the same', async () => {
  const spies = (['getItem', 'setItem'] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    }),
  )
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  await press()

  expect(tickets()[0]).toMatch(/^[\w-]{43}$/)
})

test('A-67 a client who is signed in sends none: their order is known by the account', async () => {
  signInAsRole('cliente')
  fakeApi.answer('POST /payments/checkout', checkout)
  const person = openProductPath('/primera-consulta')
  await person.click(await screen.findByRole('button', { name: 'RESERVAR CITA' }))

  await waitFor(() => expect(fakeApi.asked('POST /payments/checkout')).toHaveLength(1))
  expect(fakeApi.asked('POST /payments/checkout')[0]?.body).not.toHaveProperty('purchaseTicket')
})
