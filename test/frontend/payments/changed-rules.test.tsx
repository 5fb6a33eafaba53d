import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { leaveForMock, openProductPath, passRetries, signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { storeHeldSlot } from '../../support/slot-weeks.ts'

const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}
const quote = { listCents: 10_000, saleCents: 8000, discountCents: 0, totalCents: 8000, currency: 'eur' } as const
const changed = /^Mientras tenías abierta la página hemos cambiado lo que pasa con tu pago si no te presentas/

/** The list of free hours is cached and keeps the old rule. */
function listHours(noShowRule: NoShowRule) {
  const bookable = { from: '2026-11-22', to: '2027-01-20' }
  fakeApi.answer('GET /slots', { durationMinutes: 30, noShowRule, bookable, days: [] })
}

function answerPayment(endpoint: 'POST /payments/checkout' | 'POST /payments/checkout/anonymous', now: NoShowRule) {
  fakeApi.answer(endpoint, ({ noShowRule }) =>
    noShowRule === now ? Response.json(checkout) : Response.json({ code: 'rules-changed' }, { status: 409 }),
  )
  fakeApi.answer('POST /payments/quote', { ...quote, noShowRule: now })
}

const rules = async () => within(await screen.findByRole('list', { name: 'Antes de pagar' }))

beforeEach(() => listHours('refund'))

test('A-71 the rules are read on the form without an hour too, and what was read is sent', async () => {
  signInAsRole('cliente')
  answerPayment('POST /payments/checkout', 'refund')
  const person = openProductPath('/comprar')
  await (await rules()).findByText(/Si no te presentas.*te devolvemos lo que pagaste/)

  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(fakeApi.asked('POST /payments/checkout')[0]?.body).toEqual({
    product: 'primera-consulta',
    noShowRule: 'refund',
    timeZone: 'America/New_York',
  })
})

test('A-71 rules that changed while the form was open are shown as they are now, the typed code stays, and the next press pays', async () => {
  signInAsRole('cliente')
  answerPayment('POST /payments/checkout', 'lost')
  const person = openProductPath('/comprar')
  await person.type(await screen.findByLabelText('Código de descuento (opcional)'), 'HOLA10')
  await (await rules()).findByText(/te devolvemos lo que pagaste\.$/)

  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))

  expect(await screen.findByText(changed)).toBeDefined()
  expect((await rules()).getByText(/Si no te presentas.*el pago se pierde\.$/)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Código de descuento (opcional)').value).toBe('HOLA10')
  expect(leaveForMock).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
})

test('A-71 whoever presses RESERVAR CITA after the rules have changed is led to them, and the hour stays held', async () => {
  storeHeldSlot()
  listHours('refund')
  answerPayment('POST /payments/checkout/anonymous', 'another-hour')
  const person = openProductPath('/primera-consulta')
  await (await rules()).findByText(/te devolvemos lo que pagaste\.$/)
  await person.click(await screen.findByRole('checkbox', { name: /^Pido tener la consulta/ }))
  const [reserve] = await screen.findAllByRole('button', { name: 'RESERVAR CITA' })

  await person.click(reserve ?? document.body)

  expect(await screen.findByText(changed)).toBeDefined()
  expect((await rules()).getByText(/Si no te presentas.*te damos otra hora con el mismo pago\.$/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Antes de pagar' }))
  expect(screen.getByRole('timer')).toBeDefined()
  await person.click(reserve ?? document.body)
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
})

test('A-71 where the rules of now cannot be read, the next press is refused again instead of paying by others', async () => {
  signInAsRole('cliente')
  answerPayment('POST /payments/checkout', 'lost')
  fakeApi.fail('POST /payments/quote', 500)
  const person = openProductPath('/comprar')
  await (await rules()).findByText(/te devolvemos lo que pagaste\.$/)

  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))
  await passRetries('POST /payments/quote')
  await screen.findByText(changed)
  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))

  await waitUntilDrawn('POST /payments/checkout', 2)
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('A-71 whoever makes an account with the purchase keeps it: the rules of now stand above the payment that is left', async () => {
  const token = 'token-of-this-browser'.padEnd(43, '0')
  fakeApi.answer('POST /account/sign-up', { token, verified: false })
  fakeApi.answer('POST /payments/quote', { ...quote, noShowRule: 'lost' })
  fakeApi.answer('POST /payments/checkout/new-account', ({ noShowRule }) =>
    noShowRule === 'lost' ? Response.json(checkout) : Response.json({ code: 'rules-changed' }, { status: 409 }),
  )
  const person = openProductPath('/comprar')
  await (await rules()).findByText(/te devolvemos lo que pagaste\.$/)
  const typed = { Nombre: 'Lucía', Apellidos: 'Ferrer Soto', Email: 'lucia@example.com', Contraseña: 'Secreta-2026' }
  for (const [label, text] of Object.entries({ ...typed, 'Confirmar email': 'lucia@example.com' }))
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    await person.type(await screen.findByLabelText(label), text)
  await person.click(screen.getByRole('checkbox', { name: /Acepto los/ }))

  await person.click(screen.getByRole('button', { name: 'Crear cuenta y continuar al pago' }))

  expect(await screen.findByText(changed)).toBeDefined()
  expect(await (await rules()).findByText(/Si no te presentas.*el pago se pierde\.$/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(fakeApi.asked('POST /account/sign-up')).toHaveLength(1)
})
