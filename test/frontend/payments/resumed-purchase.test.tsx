import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { leaveForMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const SIGN_UP = 'POST /account/sign-up'
const endpoint = 'POST /payments/checkout/new-account'
const token = 'token-of-this-browser'.padEnd(43, '0')
const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}
const remembered = 'habitat-interior:purchase'

const payButton = () => screen.findByRole('button', { name: 'Continuar al pago' })
const createdText = 'Tu cuenta lucia@example.com ya está creada. Solo falta el pago.'
const created = () => screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === createdText)

const begun = () => window.sessionStorage.setItem(remembered, JSON.stringify({ email: 'lucia@example.com', token }))

async function signUp(person: ReturnType<typeof openProductPath>, code?: string) {
  const typed = {
    Nombre: 'Lucía',
    Apellidos: 'Ferrer Soto',
    Email: 'lucia@example.com',
    'Confirmar email': 'lucia@example.com',
    Contraseña: 'Secreta-2026',
    ...(code && { 'Código de descuento (opcional)': code }),
  }
  for (const [label, text] of Object.entries(typed)) {
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    await person.type(await screen.findByLabelText(label), text)
  }
  await person.click(screen.getByRole('checkbox', { name: /Acepto los/ }))
  await person.click(screen.getByRole('button', { name: 'Crear cuenta y continuar al pago' }))
}

beforeEach(() => {
  fakeApi.answer(SIGN_UP, { token, verified: false })
  fakeApi.answer(endpoint, checkout)
})

test('PAY-24 a checkout that fails right after sign-up says so, and the second try only pays', async () => {
  fakeApi.fail(endpoint, 500)
  const person = openProductPath('/comprar')

  await signUp(person)
  expect(await screen.findByText('Error al crear la sesión de pago. Por favor, inténtalo de nuevo.')).toBeDefined()
  expect(await created()).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()

  fakeApi.answer(endpoint, checkout)
  await person.click(await payButton())
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(fakeApi.asked(SIGN_UP)).toHaveLength(1)
})

test('PAY-24 A-28 the code that was typed before a failed checkout is still there', async () => {
  fakeApi.answer('POST /payments/quote', {
    listCents: 10_000,
    saleCents: 8000,
    discountCents: 1600,
    totalCents: 6400,
    currency: 'eur',
  })
  fakeApi.fail(endpoint, 500)
  const person = openProductPath('/comprar')

  await signUp(person, 'HOLA20')
  await created()

  expect(screen.getByLabelText('Código de descuento (opcional)')).toHaveProperty('value', 'HOLA20')
})

test('PAY-24 after a reload the account that was made only pays: no form, no second sign-up', async () => {
  begun()
  const person = openProductPath('/comprar')

  expect(await created()).toBeDefined()
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
  await person.click(await payButton())

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(fakeApi.asked(endpoint)[0]?.body).toEqual({
    email: 'lucia@example.com',
    token,
    product: 'primera-consulta',
    timeZone: 'America/New_York',
  })
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test('PAY-10 with another address the form begins anew', async () => {
  begun()
  const person = openProductPath('/comprar')

  await person.click(await screen.findByRole('button', { name: 'Usar otro correo' }))

  expect(await screen.findByLabelText('Contraseña')).toBeDefined()
  expect(window.sessionStorage.getItem(remembered)).toBeNull()
})

test('an account that was verified meanwhile signs in to pay', async () => {
  begun()
  fakeApi.refuse(endpoint, 'account-unknown')
  const person = openProductPath('/comprar')

  await person.click(await payButton())

  expect(await screen.findByText('Tu cuenta ya está verificada. Inicia sesión para pagar.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Iniciar sesión' }).getAttribute('href')).toBe('/auth?next=/comprar')
  expect(window.sessionStorage.getItem(remembered)).toBeNull()
})

test('an order that is paid already leads to the account', async () => {
  begun()
  fakeApi.refuse(endpoint, 'order-already-paid')
  const person = openProductPath('/comprar')

  await person.click(await payButton())

  expect(await screen.findByText(/Este pedido ya está pagado/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a tu cuenta' }).getAttribute('href')).toBe('/auth')
  expect(screen.queryByRole('button', { name: 'Continuar al pago' })).toBeNull()
})

test('a payment that is under way is not begun twice', async () => {
  begun()
  fakeApi.refuse(endpoint, 'payment-pending')
  const person = openProductPath('/comprar')

  await person.click(await payButton())

  expect(await screen.findByText(/Tu pago está en curso/)).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('A-23 an address with an account: its owner has been mailed by the server, and the form says so', async () => {
  fakeApi.refuse(SIGN_UP, 'email-taken')
  const person = openProductPath('/comprar')

  await signUp(person)

  expect(await screen.findByText(/^Si ya tienes una cuenta con este correo, te hemos enviado un mensaje/)).toBeDefined()
  expect(screen.getByText('No se pudo completar el registro')).toBeDefined()
  expect(fakeApi.asked(endpoint)).toEqual([])
})
