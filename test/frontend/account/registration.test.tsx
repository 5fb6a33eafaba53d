import { cleanup, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { weakPasswordMessages } from '#contract/strong-password'
import { amplifyAuthMocks, createCognitoError, stubCognitoTokens, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const SIGN_UP = 'POST /account/sign-up'
const TOKEN = 'token-of-this-browser'.padEnd(43, '0')
const made = (verified = false) => ({ token: TOKEN, verified })

const submitButton = () => screen.findByRole('button', { name: 'Crear cuenta' })
const accept = () => screen.getByRole('checkbox', { name: /He leído y acepto/ })

const filled = {
  Nombre: 'Lucía',
  Apellidos: 'Ferrer Soto',
  'Fecha de nacimiento': '1990-05-17',
  Email: 'lucia@example.com',
  Contraseña: 'Secreta-2026',
  'Confirmar contraseña': 'Secreta-2026',
}

async function fill(person: ReturnType<typeof openProductPath>, changes: Partial<typeof filled> = {}) {
  await submitButton()
  for (const [label, text] of Object.entries({ ...filled, ...changes })) {
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    await person.type(screen.getByLabelText(label), text)
  }
  await person.click(accept())
}

test('REG-09 REG-10 nothing is sent before the terms are accepted, and marketing is off', async () => {
  openProductPath('/register')

  expect(await submitButton()).toHaveProperty('disabled', true)
  expect(screen.getByRole('checkbox', { name: /novedades/ })).toHaveProperty('checked', false)
})

test('REG-14 REG-28 the account is made and its address has to be verified', async () => {
  fakeApi.answer(SIGN_UP, made())
  const person = openProductPath('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByRole('heading', { name: 'Verifica tu email' })).toBeDefined()
  expect(fakeApi.asked(SIGN_UP)).toMatchObject([
    { body: { email: 'lucia@example.com', birthDate: '1990-05-17', acceptedTerms: true, marketingOptIn: false } },
  ])
})

test('A-64 what spares its owner the password at the mailed link outlives the tab, and the password is kept nowhere', async () => {
  fakeApi.answer(SIGN_UP, made())
  const person = openProductPath('/register')
  await fill(person)

  await person.click(await submitButton())

  await screen.findByRole('heading', { name: 'Verifica tu email' })
  expect(Object.values(window.localStorage).join(' ')).toContain(TOKEN)
  for (const storage of [window.localStorage, window.sessionStorage]) {
    expect(Object.values(storage).join(' ')).not.toContain('Secreta-2026')
  }
})

test('SEC-09 A-52 a password that the server calls too easy is told at its field', async () => {
  fakeApi.answer(SIGN_UP, () =>
    Response.json({ code: 'invalid-input', problems: { password: [weakPasswordMessages.name] } }, { status: 400 }),
  )
  const person = openProductPath('/register')
  await fill(person)

  await person.click(screen.getByRole('button', { name: 'Crear cuenta' }))

  expect(await screen.findByText(weakPasswordMessages.name)).toBeDefined()
  expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBe('true')
})

test('REG-12 a password with a space at its end is told so', async () => {
  const person = openProductPath('/register')
  await fill(person, { Contraseña: 'Secreta-2026 ', 'Confirmar contraseña': 'Secreta-2026 ' })

  expect(await screen.findByText('La contraseña no puede empezar ni terminar con un espacio')).toBeDefined()
})

test.each([
  ['REG-05', 'Debes tener al menos 16 años para registrarte', { 'Fecha de nacimiento': '2020-01-01' }],
  ['REG-06', 'La fecha de nacimiento no puede ser futura', { 'Fecha de nacimiento': '2999-01-01' }],
  ['REG-07', 'Las contraseñas no coinciden', { 'Confirmar contraseña': 'Otra-2026' }],
] as const)('%s %s', async (_, text, changes) => {
  const person = openProductPath('/register')
  await fill(person, changes)

  await person.click(await submitButton())

  expect(await screen.findByText(text)).toBeDefined()
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test.each([
  ['Débil', 'ab', ''],
  ['Media', 'abcdefgH1', ''],
  ['Fuerte', 'Secreta-2026', 'Secreta-2026'],
])('REG-13 a password is %s', async (grade, password, confirmation) => {
  const person = openProductPath('/register')
  await person.type(await screen.findByLabelText('Contraseña'), password)
  if (confirmation) await person.type(screen.getByLabelText('Confirmar contraseña'), confirmation)

  expect(screen.getByText(grade)).toBeDefined()
})

const nextStep = (signInStep: string) => ({ isSignedIn: signInStep === 'DONE', nextStep: { signInStep } })

async function reachVerification() {
  fakeApi.answer(SIGN_UP, made())
  const person = openProductPath('/register')
  await fill(person)
  await person.click(await submitButton())
  return { person, verified: await screen.findByRole('button', { name: 'Ya he verificado mi email' }) }
}

test('REG-16 A-10 an address that is not verified yet is not passed over', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_UP'))
  const { person, verified } = await reachVerification()

  await person.click(verified)

  expect(await screen.findByText('Tu cuenta necesita verificación de email.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Verifica tu email' })).toBeDefined()
})

test("REG-16 another's address looks like one that is not verified", async () => {
  amplifyAuthMocks.signIn.mockRejectedValue(
    createCognitoError('NotAuthorizedException', 'Incorrect username or password.'),
  )
  const { person, verified } = await reachVerification()

  await person.click(verified)

  expect(await screen.findByText('Tu cuenta necesita verificación de email.')).toBeDefined()
})

test('REG-16 REG-01 once it is verified, anywhere, the second factor is offered', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
  const { person, verified } = await reachVerification()
  stubCognitoTokens('cliente')

  await person.click(verified)

  expect(await screen.findByRole('button', { name: 'Configurar TOTP' })).toBeDefined()
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledWith({ username: 'lucia@example.com', password: 'Secreta-2026' })
  for (const storage of [window.localStorage, window.sessionStorage]) {
    expect(Object.values(storage).join(' ')).not.toContain('Secreta-2026')
  }
})

test('whoever makes an account to join a call is taken to it once the address is verified and the account complete', async () => {
  const person = openProductPath('/unirse/con_aaaaaaaa')
  await person.click(await screen.findByRole('link', { name: 'Crear una cuenta' }))
  expect(await screen.findByText(/^Usa el correo en el que recibiste el enlace de tu videollamada/)).toBeDefined()
  fakeApi.answer(SIGN_UP, made())
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
  await fill(person)
  await person.click(await submitButton())
  const verified = await screen.findByRole('button', { name: 'Ya he verificado mi email' })
  stubCognitoTokens('cliente')
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/room', {
    state: 'early',
    startsAt: '2026-12-01T10:00:00.000Z',
    durationMinutes: 30,
    opensAt: '2026-12-01T09:45:00.000Z',
    roomUrl: null,
  })
  await person.click(verified)
  await screen.findByRole('button', { name: 'Configurar TOTP' })

  await person.click(screen.getByRole('button', { name: 'Cancelar' }))

  expect(await screen.findByRole('heading', { name: 'Todavía no es la hora' })).toBeDefined()
})

test('whoever has an account already is taken from the registration to the sign-in with the same destination', async () => {
  openProductPath('/register?next=%2Funirse%2Fcon_aaaaaaaa')

  const link = await screen.findByRole('link', { name: 'Inicia sesión' })

  expect(link.getAttribute('href')).toBe('/auth?next=%2Funirse%2Fcon_aaaaaaaa')
})

test('a registration leads to no other site', async () => {
  openProductPath('/register?next=https%3A%2F%2Fmalo.example%2Funirse%2F')

  expect((await screen.findByRole('link', { name: 'Inicia sesión' })).getAttribute('href')).toBe('/auth')
})

test('REG-15 an account that is confirmed at once is complete', async () => {
  fakeApi.answer(SIGN_UP, made(true))
  const person = openProductPath('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByRole('heading', { name: '¡Registro completado!' })).toBeDefined()
})

test('REG-11 what does not validate is titled', async () => {
  const person = openProductPath('/register')
  await fill(person, { 'Confirmar contraseña': 'Otra-2026' })

  await person.click(await submitButton())

  expect(await screen.findByText('Error de validación')).toBeDefined()
})

test('REG-07 the confirmation is not called wrong before it was typed', async () => {
  const person = openProductPath('/register')

  await person.type(await screen.findByLabelText('Contraseña'), 'Secreta-2026')
  await person.tab()

  await waitFor(() => expect(screen.getByText('Fuerte')).toBeDefined())
  expect(screen.queryByText('Las contraseñas no coinciden')).toBeNull()
})

test('REG-02 REG-04 the form asks for a person, an address, a password twice and two agreements', async () => {
  openProductPath('/register')
  await submitButton()

  const asked = Object.keys(filled).map((label) => [label, screen.getByLabelText<HTMLInputElement>(label).required])
  expect(asked).toEqual([
    ['Nombre', true],
    ['Apellidos', true],
    ['Fecha de nacimiento', true],
    ['Email', true],
    ['Contraseña', true],
    ['Confirmar contraseña', true],
  ])
  expect(accept()).toHaveProperty('required', true)
  expect(screen.getByRole('checkbox', { name: /novedades/ })).toHaveProperty('required', false)
})

test('REG-04 REG-08 an empty form is not sent, and every field that is missing says so', async () => {
  const person = openProductPath('/register')
  await submitButton()
  await person.click(accept())

  await person.click(await submitButton())

  await waitFor(() => expect(screen.getAllByText('Este campo es obligatorio')).toHaveLength(4))
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  expect(fakeApi.asked(SIGN_UP)).toEqual([])
})

test('REG-28 DATA-32 the sign-up tells the server who it is and what was accepted; when is for the server to say', async () => {
  fakeApi.answer(SIGN_UP, made())
  const person = openProductPath('/register')
  await fill(person)
  await person.click(screen.getByRole('checkbox', { name: /novedades/ }))

  await person.click(await submitButton())

  await screen.findByRole('heading', { name: 'Verifica tu email' })
  expect(fakeApi.asked(SIGN_UP).map(({ body }) => body)).toEqual([
    {
      email: 'lucia@example.com',
      password: 'Secreta-2026',
      firstName: 'Lucía',
      lastName: 'Ferrer Soto',
      birthDate: '1990-05-17',
      flow: 'registration',
      acceptedTerms: true,
      marketingOptIn: true,
    },
  ])
})

test('REG-17 DATA-32 the verification mail is sent again', async () => {
  fakeApi.answer('POST /account/verification-mail', { accepted: true })
  const { person } = await reachVerification()

  await person.click(screen.getByRole('button', { name: 'Reenviar email' }))

  expect(await screen.findByText('Email reenviado')).toBeDefined()
  expect(fakeApi.asked('POST /account/verification-mail')).toMatchObject([{ body: { email: 'lucia@example.com' } }])
})

test.each([
  ['a fault', () => fakeApi.fail('POST /account/verification-mail', 500), 'No se pudo reenviar el email'],
  [
    'too many',
    () => fakeApi.refuse('POST /account/verification-mail', 'too-many-attempts'),
    'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  ],
])('REG-17 the verification mail cannot be sent again: %s', async (_, trouble, said) => {
  trouble()
  const { person } = await reachVerification()

  await person.click(screen.getByRole('button', { name: 'Reenviar email' }))

  expect(await screen.findByText('No se pudo reenviar el email')).toBeDefined()
  expect(screen.getByText(said)).toBeDefined()
})

test.each([
  [true, '¡Bienvenido!'],
  [false, '¡Registro exitoso!'],
])('REG-27 a registration whose address is verified (%s) is greeted with %s', async (verified, said) => {
  fakeApi.answer(SIGN_UP, made(verified))
  const person = openProductPath('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText(said)).toBeDefined()
})

test('REG-26 an account that could not be made', async () => {
  fakeApi.fail(SIGN_UP, 500)
  const person = openProductPath('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText('Error de registro')).toBeDefined()
  expect(screen.getByText('Error al crear la cuenta')).toBeDefined()
})

test('REG-08 REG-09 whoever takes the tick back reads why the button is off, until it is there again', async () => {
  const person = openProductPath('/register')
  await fill(person)

  await person.click(accept())

  expect(screen.getByText('Debes aceptar los Términos y la Política de Privacidad')).toBeDefined()
  expect(screen.getByText('Error de validación')).toBeDefined()
  expect(screen.getByText('Este campo es obligatorio')).toBeDefined()
  await person.click(accept())
  expect(screen.queryByText('Debes aceptar los Términos y la Política de Privacidad')).toBeNull()
  expect(screen.queryByText('Este campo es obligatorio')).toBeNull()
})

test('REG-14 a reload while the mail is looked for keeps the step and the address', async () => {
  await reachVerification()
  const { usr } = window.history.state as { usr: object }

  cleanup()
  openProductPath('/register', usr)

  expect(await screen.findByRole('heading', { name: 'Verifica tu email' })).toBeDefined()
  expect(screen.getByText('lucia@example.com')).toBeDefined()
})

test('A-64 whoever has mistyped the address goes back to the form and registers with the right one', async () => {
  const { person } = await reachVerification()

  await person.click(screen.getByRole('button', { name: '¿No es tu correo? Corrígelo' }))
  const email = await screen.findByRole('textbox', { name: 'Email' })
  expect(window.history.state).toMatchObject({ usr: null })
  await fill(person)
  await person.clear(email)
  await person.type(email, 'lucia.ferrer@example.com')
  await person.click(await submitButton())

  expect(await screen.findByText('lucia.ferrer@example.com')).toBeDefined()
})
