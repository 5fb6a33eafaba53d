import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cognito, cognitoError, grantTokens, server, visit } from '../../support/browser-app.tsx'

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

async function fill(person: ReturnType<typeof visit>, changes: Partial<typeof filled> = {}) {
  await submitButton()
  for (const [label, text] of Object.entries({ ...filled, ...changes })) {
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    await person.type(screen.getByLabelText(label), text)
  }
  await person.click(accept())
}

test('REG-09 REG-10 nothing is sent before the terms are accepted, and marketing is off', async () => {
  visit('/register')

  expect(await submitButton()).toHaveProperty('disabled', true)
  expect(screen.getByRole('checkbox', { name: /novedades/ })).toHaveProperty('checked', false)
})

test('REG-14 REG-28 the account is made and its address has to be verified', async () => {
  cognito.signUp.mockResolvedValue({ userId: 'x', isSignUpComplete: false })
  const person = visit('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByRole('heading', { name: 'Verifica tu email' })).toBeDefined()
  expect(cognito.signUp).toHaveBeenCalledWith(
    expect.objectContaining({
      username: 'lucia@example.com',
      options: {
        userAttributes: expect.objectContaining({ birthdate: '1990-05-17', 'custom:marketing_opt_in': 'false' }),
        clientMetadata: expect.objectContaining({ redirect: `${window.location.origin}/auth/callback` }),
      },
    }),
  )
})

test.each([
  ['was sent', true, /^Si ya tienes una cuenta con este correo, te hemos enviado un mensaje con los pasos/],
  ['could not be sent', false, 'Si ya tienes una cuenta con este correo, inicia sesión para continuar.'],
])('REG-26 A-23 an address with an account: the mail to its owner %s', async (_, sent, said) => {
  cognito.signUp.mockRejectedValue(cognitoError('UsernameExistsException'))
  cognito.resendSignUpCode.mockResolvedValue({})
  if (sent) server.answer('POST /account/existing-owner', { accepted: true })
  else server.fail('POST /account/existing-owner', 500)
  const person = visit('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText(said)).toBeDefined()
  expect(server.asked('POST /account/existing-owner')).toHaveLength(1)
  expect(cognito.resendSignUpCode).toHaveBeenCalledOnce()
})

test('REG-12 a password with a space at its end is told so', async () => {
  const person = visit('/register')
  await fill(person, { Contraseña: 'Secreta-2026 ', 'Confirmar contraseña': 'Secreta-2026 ' })

  expect(await screen.findByText('La contraseña no puede empezar ni terminar con un espacio')).toBeDefined()
})

test.each([
  ['REG-05', 'Debes tener al menos 16 años para registrarte', { 'Fecha de nacimiento': '2020-01-01' }],
  ['REG-06', 'La fecha de nacimiento no puede ser futura', { 'Fecha de nacimiento': '2999-01-01' }],
  ['REG-07', 'Las contraseñas no coinciden', { 'Confirmar contraseña': 'Otra-2026' }],
] as const)('%s %s', async (_, text, changes) => {
  const person = visit('/register')
  await fill(person, changes)

  await person.click(await submitButton())

  expect(await screen.findByText(text)).toBeDefined()
  expect(cognito.signUp).not.toHaveBeenCalled()
})

test.each([
  ['Débil', 'ab', ''],
  ['Media', 'abcdefgH1', ''],
  ['Fuerte', 'Secreta-2026', 'Secreta-2026'],
])('REG-13 a password is %s', async (grade, password, confirmation) => {
  const person = visit('/register')
  await person.type(await screen.findByLabelText('Contraseña'), password)
  if (confirmation) await person.type(screen.getByLabelText('Confirmar contraseña'), confirmation)

  expect(screen.getByText(grade)).toBeDefined()
})

const nextStep = (signInStep: string) => ({ isSignedIn: signInStep === 'DONE', nextStep: { signInStep } })

async function reachVerification() {
  cognito.signUp.mockResolvedValue({ userId: 'x', isSignUpComplete: false })
  const person = visit('/register')
  await fill(person)
  await person.click(await submitButton())
  return { person, verified: await screen.findByRole('button', { name: 'Ya he verificado mi email' }) }
}

test('REG-16 A-10 an address that is not verified yet is not passed over', async () => {
  cognito.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_UP'))
  const { person, verified } = await reachVerification()

  await person.click(verified)

  expect(await screen.findByText('Tu cuenta necesita verificación de email.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Verifica tu email' })).toBeDefined()
})

test("REG-16 another's address looks like one that is not verified", async () => {
  cognito.signIn.mockRejectedValue(cognitoError('NotAuthorizedException', 'Incorrect username or password.'))
  const { person, verified } = await reachVerification()

  await person.click(verified)

  expect(await screen.findByText('Tu cuenta necesita verificación de email.')).toBeDefined()
})

test('REG-16 REG-01 once it is verified, anywhere, the second factor is offered', async () => {
  cognito.signIn.mockResolvedValue(nextStep('DONE'))
  const { person, verified } = await reachVerification()
  grantTokens('cliente')

  await person.click(verified)

  expect(await screen.findByRole('button', { name: 'Configurar TOTP' })).toBeDefined()
  expect(cognito.signIn).toHaveBeenCalledWith({ username: 'lucia@example.com', password: 'Secreta-2026' })
  for (const storage of [window.localStorage, window.sessionStorage]) {
    expect(Object.values(storage).join(' ')).not.toContain('Secreta-2026')
  }
})

test('REG-15 an account that is confirmed at once is complete', async () => {
  cognito.signUp.mockResolvedValue({ userId: 'x', isSignUpComplete: true })
  const person = visit('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByRole('heading', { name: '¡Registro completado!' })).toBeDefined()
})

test('REG-11 what does not validate is titled', async () => {
  const person = visit('/register')
  await fill(person, { 'Confirmar contraseña': 'Otra-2026' })

  await person.click(await submitButton())

  expect(await screen.findByText('Error de validación')).toBeDefined()
})

test('REG-07 the confirmation is not called wrong before it was typed', async () => {
  const person = visit('/register')

  await person.type(await screen.findByLabelText('Contraseña'), 'Secreta-2026')
  await person.tab()

  await waitFor(() => expect(screen.getByText('Fuerte')).toBeDefined())
  expect(screen.queryByText('Las contraseñas no coinciden')).toBeNull()
})

test('REG-02 REG-04 the form asks for a person, an address, a password twice and two agreements', async () => {
  visit('/register')
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
  const person = visit('/register')
  await submitButton()
  await person.click(accept())

  await person.click(await submitButton())

  await waitFor(() => expect(screen.getAllByText('Este campo es obligatorio')).toHaveLength(4))
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  expect(cognito.signUp).not.toHaveBeenCalled()
})

test('REG-28 DATA-32 the sign-up tells the server who it is, what was accepted and where its mail leads', async () => {
  cognito.signUp.mockResolvedValue({ userId: 'x', isSignUpComplete: false })
  const person = visit('/register')
  await fill(person)
  await person.click(screen.getByRole('checkbox', { name: /novedades/ }))

  await person.click(await submitButton())

  await screen.findByRole('heading', { name: 'Verifica tu email' })
  const [given] = cognito.signUp.mock.calls[0] as [{ options: Record<string, Record<string, string>> }]
  expect(given.options['userAttributes']).toMatchObject({
    given_name: 'Lucía',
    family_name: 'Ferrer Soto',
    birthdate: '1990-05-17',
    'custom:terms_accepted_at': expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    'custom:marketing_opt_in': 'true',
  })
  expect(given.options['clientMetadata']).toMatchObject({
    nombre: 'Lucía',
    apellidos: 'Ferrer Soto',
    fecha_de_nacimiento: '1990-05-17',
    redirect: `${window.location.origin}/auth/callback`,
  })
})

test('REG-17 DATA-32 the verification mail is sent again', async () => {
  cognito.resendSignUpCode.mockResolvedValue({})
  const { person } = await reachVerification()

  await person.click(screen.getByRole('button', { name: 'Reenviar email' }))

  expect(await screen.findByText('Email reenviado')).toBeDefined()
  expect(cognito.resendSignUpCode).toHaveBeenCalledExactlyOnceWith({
    username: 'lucia@example.com',
    options: { clientMetadata: { redirect: `${window.location.origin}/auth/callback` } },
  })
})

test.each([
  ['InternalErrorException', 'No se pudo reenviar el email'],
  ['LimitExceededException', 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'],
])('REG-17 the verification mail cannot be sent again: %s', async (name, said) => {
  cognito.resendSignUpCode.mockRejectedValue(cognitoError(name))
  const { person } = await reachVerification()

  await person.click(screen.getByRole('button', { name: 'Reenviar email' }))

  expect(await screen.findByText('No se pudo reenviar el email')).toBeDefined()
  expect(screen.getByText(said)).toBeDefined()
})

test.each([
  [true, '¡Bienvenido!'],
  [false, '¡Registro exitoso!'],
])('REG-27 a registration whose address is verified (%s) is greeted with %s', async (verified, said) => {
  cognito.signUp.mockResolvedValue({ userId: 'x', isSignUpComplete: verified })
  const person = visit('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText(said)).toBeDefined()
})

test('REG-26 an account that could not be made', async () => {
  cognito.signUp.mockRejectedValue(cognitoError('InternalErrorException', 'Something went wrong'))
  const person = visit('/register')
  await fill(person)

  await person.click(await submitButton())

  expect(await screen.findByText('Error de registro')).toBeDefined()
  expect(screen.getByText('Error al crear la cuenta')).toBeDefined()
})
