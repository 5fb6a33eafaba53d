import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { leaveForMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}
const quote = { listCents: 10_000, saleCents: 8000, discountCents: 1600, totalCents: 6400, currency: 'eur' } as const

const submitButton = () => screen.findByRole('button', { name: 'Crear cuenta y continuar al pago' })
const field = (label: string) => screen.findByLabelText(label)

const refusedCode = () => screen.findByRole('textbox', { name: /Código/, description: 'Código de descuento no válido' })

const filled = {
  Nombre: 'Lucía',
  Apellidos: 'Ferrer Soto',
  Email: 'Lucia@Example.com',
  'Confirmar email': 'lucia@example.com',
  Contraseña: 'Secreta-2026',
}

async function fill(person: ReturnType<typeof openProductPath>, changes: Partial<typeof filled> = {}) {
  for (const [label, text] of Object.entries({ ...filled, ...changes })) {
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    if (text) await person.type(await field(label), text)
  }
  await person.click(screen.getByRole('checkbox', { name: /Acepto los/ }))
}

const SIGN_UP = 'POST /account/sign-up'
const token = 'token-of-this-browser'.padEnd(43, '0')
const signUpWorks = () => fakeApi.answer(SIGN_UP, { token, verified: false })

test('PAY-10 PAY-13 the form says what is paid and leads to sign-in', async () => {
  openProductPath('/comprar')

  expect(await screen.findByRole('heading', { level: 1, name: 'Crear cuenta' })).toBeDefined()
  expect(screen.getByText(/80,00€ \(EUR\)/)).toBeDefined()
  expect(screen.getByRole('link', { name: '¿Ya tienes una cuenta? Inicia sesión' }).getAttribute('href')).toBe(
    '/auth?next=/comprar',
  )
  expect(screen.getByText(/¿Ya has pagado con este correo\? No pagues otra vez/)).toBeDefined()
})

test('PAY-11 PAY-14 PAY-15 PAY-16 PAY-18 PAY-19 an empty form says what every field needs and focuses the first', async () => {
  const person = openProductPath('/comprar')

  await person.click(await submitButton())

  expect(await screen.findByText('Nombre demasiado corto')).toBeDefined()
  expect(screen.getByText('Apellidos demasiado cortos')).toBeDefined()
  expect(screen.getAllByText('Email no válido')).toHaveLength(2)
  expect(screen.getByText('Mínimo 6 caracteres')).toBeDefined()
  expect(screen.getByText('Debes aceptar los términos y condiciones')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  expect(screen.getByLabelText('Contraseña').getAttribute('placeholder')).toBe('Mínimo 6 caracteres')
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test('an error is tied to its field', async () => {
  const person = openProductPath('/comprar')

  await person.click(await submitButton())
  await screen.findByText('Nombre demasiado corto')

  expect(screen.getByRole('textbox', { name: 'Nombre', description: 'Nombre demasiado corto' })).toBeDefined()
})

test('PAY-17 addresses that differ are said at the confirmation, even while other fields are empty', async () => {
  const person = openProductPath('/comprar')

  await person.type(await field('Email'), 'lucia@example.com')
  await person.type(await field('Confirmar email'), 'otra@example.com')
  await person.tab()

  expect(
    await screen.findByRole('textbox', { name: 'Confirmar email', description: 'Los emails no coinciden' }),
  ).toBeDefined()
})

test('PAY-18 A-15 a password of six or more that breaks a rule is told that rule', async () => {
  const person = openProductPath('/comprar')

  await person.type(await field('Contraseña'), 'abcdefgh')
  await person.tab()
  await person.tab()

  expect(await screen.findByLabelText('Contraseña', { selector: '[aria-invalid]' })).toBeDefined()
  expect(screen.queryByText('Mínimo 6 caracteres')).toBeNull()
  expect(screen.getAllByText(/Una letra mayúscula/)).toHaveLength(2)
})

test('PAY-12 PAY-21 PAY-22 PAY-23 sign-up, checkout, and after a second and a half the payment page', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  const release = fakeApi.hold('POST /payments/checkout/new-account', checkout)
  await fill(person)

  await person.click(await submitButton())
  const busy = await screen.findByRole('button', { name: 'Creando cuenta y procesando pago...' })
  expect(busy).toHaveProperty('disabled', true)
  release()

  expect(await screen.findByText('Cuenta creada exitosamente. Redirigiendo al pago...')).toBeDefined()
  expect(fakeApi.asked(SIGN_UP).map(({ body }) => body)).toEqual([
    {
      email: 'lucia@example.com',
      password: 'Secreta-2026',
      firstName: 'Lucía',
      lastName: 'Ferrer Soto',
      flow: 'purchase',
      acceptedTerms: true,
    },
  ])
  expect(fakeApi.asked('POST /payments/checkout/new-account')[0]?.body).toEqual({
    email: 'lucia@example.com',
    token,
    product: 'primera-consulta',
    timeZone: 'America/New_York',
  })
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url), { timeout: 1500 })
})

test('LIM-02 the payment page opens a second and a half after the notice', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  fakeApi.answer('POST /payments/checkout/new-account', checkout)
  await fill(person)
  const timers = vi.spyOn(globalThis, 'setTimeout')

  await person.click(await submitButton())
  await screen.findByText('Cuenta creada exitosamente. Redirigiendo al pago...')

  const redirect = timers.mock.calls.find(([, milliseconds]) => milliseconds === 1500)
  expect(redirect).toBeDefined()
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url), { timeout: 1500 })
})

test('PAY-23 whoever goes elsewhere while the account is being made is not taken to the payment page later', async () => {
  const person = openProductPath('/comprar')
  const answerSignUp = fakeApi.hold(SIGN_UP, { token, verified: false })
  fakeApi.answer('POST /payments/checkout/new-account', checkout)
  await fill(person)
  await person.click(await submitButton())
  await screen.findByRole('button', { name: 'Creando cuenta y procesando pago...' })
  await person.click(screen.getByRole('link', { name: /^Hábitat Interior/ }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Crear cuenta' })).toBeNull())
  expect(JSON.stringify(sessionStorage)).toContain('Ferrer Soto')

  answerSignUp()
  // What was typed is forgotten once the account is made and its payment prepared.
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain('Ferrer Soto'))
  await vi.advanceTimersByTimeAsync(3000)

  expect(fakeApi.asked('POST /payments/checkout/new-account')).toHaveLength(1)
  expect(screen.queryByText(/Redirigiendo al pago/)).toBeNull()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('PAY-25 an answer without an address to pay at', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  fakeApi.answerOutsideContract('POST /payments/checkout/new-account', { orderId: 'ord_aaaaaaaa', totalCents: 8000 })
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText('No se pudo crear la sesión de pago')).toBeDefined()
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('PAY-26 a sign-up that fails', async () => {
  const person = openProductPath('/comprar')
  fakeApi.fail(SIGN_UP, 500)
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText('No se pudo completar el registro')).toBeDefined()
  expect(fakeApi.asked('POST /payments/checkout/new-account')).toHaveLength(0)
})

test('PAY-20 A-28 a code shows the new total before the redirect and travels with the checkout', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  fakeApi.answer('POST /payments/quote', quote)
  fakeApi.answer('POST /payments/checkout/new-account', checkout)

  await person.type(await field('Código de descuento (opcional)'), 'HOLA20')
  await person.click(screen.getByRole('button', { name: 'Aplicar' }))
  expect(await screen.findByText('Total: 64,00 €')).toBeDefined()
  expect(screen.getByText('Descuento: -16,00 €')).toBeDefined()

  await fill(person)
  await person.click(await submitButton())
  await screen.findByText('Cuenta creada exitosamente. Redirigiendo al pago...')
  expect(fakeApi.asked('POST /payments/checkout/new-account')[0]?.body).toMatchObject({ discountCode: 'HOLA20' })
})

test('PAY-20 the total of a code leaves the screen as soon as another code stands in the field', async () => {
  const person = openProductPath('/comprar')
  fakeApi.answer('POST /payments/quote', quote)
  const code = await field('Código de descuento (opcional)')
  await person.type(code, 'HOLA20')
  await person.click(screen.getByRole('button', { name: 'Aplicar' }))
  await screen.findByText('Total: 64,00 €')

  await person.type(code, '5')

  expect(screen.queryByText(/^Total:/)).toBeNull()
  expect(screen.queryByText(/^Descuento:/)).toBeNull()
})

test('A-28 an unknown code is refused before an account is made', async () => {
  const person = openProductPath('/comprar')
  fakeApi.refuse('POST /payments/quote', 'discount-invalid')
  await fill(person)
  await person.type(await field('Código de descuento (opcional)'), 'NADA')

  await person.click(await submitButton())

  expect(await screen.findByText('Código de descuento no válido')).toBeDefined()
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test('whoever has paid already is sent to their account, also when they typed a code', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  fakeApi.answer('POST /payments/quote', quote)
  fakeApi.refuse('POST /payments/checkout/new-account', 'order-already-paid')
  await fill(person)
  await person.type(await field('Código de descuento (opcional)'), 'HOLA20')

  await person.click(await submitButton())

  expect(await screen.findByText('Este pedido ya está pagado. No te cobraremos dos veces.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a tu cuenta' })).toBeDefined()
})

test('A-28 PAY-20 a code that no code can look like is refused at its field, on applying and on sending', async () => {
  const person = openProductPath('/comprar')
  const problems = { discountCode: ['Código de descuento no válido'] }
  fakeApi.refuse('POST /payments/quote', 'invalid-input', problems)
  await fill(person)
  await person.type(await field('Código de descuento (opcional)'), 'HOLA ñ')

  await person.click(screen.getByRole('button', { name: 'Aplicar' }))
  expect(await refusedCode()).toBeDefined()
  await person.type(await field('Código de descuento (opcional)'), 'x')
  await person.click(await submitButton())

  expect(await refusedCode()).toBeDefined()
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test('PAY-18 a password with a space at its end is told so', async () => {
  const person = openProductPath('/comprar')

  await person.type(await field('Contraseña'), 'Secreta-2026 ')
  await person.tab()
  await person.tab()

  expect(await screen.findByText('La contraseña no puede empezar ni terminar con un espacio')).toBeDefined()
})

test('PAY-19 UIX-03 nothing moves under a pointer that is down: the error of the field it left waits until it is up', async () => {
  const person = openProductPath('/comprar')
  await person.type(await field('Contraseña'), 'abcdef')
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Acepto los/ })

  await person.pointer({ keys: '[MouseLeft>]', target: box })
  await vi.advanceTimersByTimeAsync(900)
  expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBeNull()
  await person.pointer({ keys: '[/MouseLeft]', target: box })

  expect(box.checked).toBe(true)
  expect(await screen.findByLabelText('Contraseña', { selector: '[aria-invalid]' })).toBeDefined()
})

test.each([
  ['Nombre', 'N'],
  ['Apellidos', 'A'],
  ['Email', 'e'],
  ['Contraseña', 'Secreta-2026'],
])('PAY-11 what is wrong with a long %s is said in Spanish', async (label, letter) => {
  const person = openProductPath('/comprar')

  fireEvent.change(await field(label), { target: { value: letter.repeat(300) } })
  await person.click(await submitButton())

  const wrong = await screen.findByLabelText(label, { selector: '[aria-invalid]' })
  const said = document.getElementById(wrong.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent
  expect(said).not.toMatch(/too|expected|string|invalid/i)
})

test('PAY-12 who comes back from the payment page with the back button finds the page awake', async () => {
  const person = openProductPath('/comprar')
  signUpWorks()
  fakeApi.answer('POST /payments/checkout/new-account', checkout)
  await fill(person)
  await person.click(await submitButton())
  await screen.findByText('Cuenta creada exitosamente. Redirigiendo al pago...')
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(leaveForMock).toHaveBeenCalled(), { timeout: 1500 })

  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))

  expect(await screen.findByRole('button', { name: 'Continuar al pago' })).toHaveProperty('disabled', false)
})
