import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import {
  amplifyAuthMocks,
  createAccountSession,
  leaveForMock,
  openProductPath,
  signInAsRole,
  stubCognitoTokens,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}

test('A-23 a client who is signed in skips the form and pays on their own account', async () => {
  signInAsRole('cliente')
  fakeApi.answer('POST /payments/checkout', checkout)
  const person = openProductPath('/comprar')

  await person.click(await screen.findByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(screen.queryByLabelText('Apellidos')).toBeNull()
  expect(fakeApi.asked('POST /payments/checkout')[0]).toMatchObject({
    body: { product: 'primera-consulta' },
    authorization: 'Bearer access-token',
  })
})

test('an order that is paid already is not paid again', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('POST /payments/checkout', 'order-already-paid')
  const person = openProductPath('/comprar')

  await person.click(await screen.findByRole('button', { name: 'Continuar al pago' }))

  expect(await screen.findByText('Este pedido ya está pagado. No te cobraremos dos veces.')).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('A-23 who comes back from the payment page with the back button finds the page awake', async () => {
  signInAsRole('cliente')
  fakeApi.answer('POST /payments/checkout', checkout)
  const person = openProductPath('/comprar')
  await person.click(await screen.findByRole('button', { name: 'Continuar al pago' }))
  await screen.findByRole('button', { name: 'Procesando...' })
  await waitFor(() => expect(leaveForMock).toHaveBeenCalled())

  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))

  expect(await screen.findByRole('button', { name: 'Continuar al pago' })).toHaveProperty('disabled', false)
})

test('A-28 a code that no code can look like is refused at its field', async () => {
  signInAsRole('cliente')
  const problems = { discountCode: ['Código de descuento no válido'] }
  fakeApi.refuse('POST /payments/checkout', 'invalid-input', problems)
  const person = openProductPath('/comprar')

  await person.type(await screen.findByLabelText('Código de descuento (opcional)'), 'HOLA ñ')
  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))

  expect(
    await screen.findByRole('textbox', { name: /Código/, description: 'Código de descuento no válido' }),
  ).toBeDefined()
})

async function openWithCode() {
  signInAsRole('cliente')
  fakeApi.refuse('POST /payments/checkout', 'session-ended')
  const person = openProductPath('/comprar')
  await person.type(await screen.findByLabelText('Código de descuento (opcional)'), 'AMIGA10')
  return { person, pay: await screen.findByRole('button', { name: 'Continuar al pago' }) }
}

test('PAY-13 whose session has ended signs in again, and goes on paying with the code that was typed', async () => {
  const { person, pay } = await openWithCode()

  await person.click(pay)

  expect(await screen.findByText(/^Tu sesión ha terminado/)).toBeDefined()
  expect(window.location.pathname + window.location.search).toBe('/auth?next=/comprar')
  amplifyAuthMocks.signIn.mockImplementation(async () => {
    stubCognitoTokens('cliente')
    return { isSignedIn: true, nextStep: { signInStep: 'DONE' } }
  })
  await person.type(screen.getByLabelText('Email'), 'lucia@example.com')
  await person.type(screen.getByLabelText('Contraseña'), 'Secreta-2026')
  await person.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await waitFor(() => expect(window.location.pathname).toBe('/comprar'))
  expect(await screen.findByLabelText('Código de descuento (opcional)')).toHaveProperty('value', 'AMIGA10')
})

test('a code that somebody has typed is not shown to the next client in the tab', async () => {
  await openWithCode()
  cleanup()
  const session = { userId: 'usr_bbbbbbbb', email: 'marta@example.com' }
  const payload = { sub: 'sub-2', exp: Date.now() / 1000 + 900, email: session.email }
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({
    tokens: { accessToken: { payload, toString: () => 'of-marta' }, idToken: { payload } },
  })
  fakeApi.answer('GET /account/session', createAccountSession('cliente', session))

  openProductPath('/comprar')

  expect(await screen.findByLabelText('Código de descuento (opcional)')).toHaveProperty('value', '')
})

test('whoever signs out on the page is not asked to sign in again', async () => {
  signInAsRole('cliente')
  fakeApi.answer('DELETE /account/session', { ended: true })
  const person = openProductPath('/comprar')
  await screen.findByRole('button', { name: 'Continuar al pago' })

  await person.click(screen.getByRole('button', { name: 'Cuenta' }))
  await person.click(screen.getByRole('button', { name: 'Cerrar sesión' }))

  await waitFor(() => expect(window.location.pathname).toBe('/'))
})
