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
