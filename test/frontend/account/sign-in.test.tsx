import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import {
  amplifyAuthMocks,
  createAccountSession,
  createCognitoError,
  stubCognitoTokens,
  signInAsRole,
  openProductPath,
} from '../../support/browser-app.tsx'
import { preloadPage } from '../../../frontend/src/router.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const nextStep = (signInStep: string) => ({ isSignedIn: signInStep === 'DONE', nextStep: { signInStep } })
const path = () => window.location.pathname

async function signIn(person: ReturnType<typeof openProductPath>) {
  await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
  await person.type(screen.getByLabelText('Contraseña'), 'Secreta-2026')
  await person.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
}

async function reachCode(person: ReturnType<typeof openProductPath>) {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE'))
  await signIn(person)
  return screen.findByLabelText('Código de verificación')
}

test('AUTH-01 AUTH-02 AUTH-03 AUTH-05 what the page offers', async () => {
  const person = openProductPath('/auth')
  const password = await screen.findByLabelText('Contraseña')

  expect(password.getAttribute('type')).toBe('password')
  await person.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(password.getAttribute('type')).toBe('text')
  const keep = screen.getByRole('checkbox', { name: 'Mantener la sesión iniciada' })
  expect(keep).toHaveProperty('checked', false)
  expect(document.getElementById(keep.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /en cada pestaña, también desde los enlaces de nuestros correos/,
  )
  expect(screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).getAttribute('href')).toBe(
    '/reset-password?solicitar=1',
  )
  expect(screen.getAllByRole('link', { name: 'Crear una cuenta' })[0]?.getAttribute('href')).toBe('/register')
})

test('AUTH-06 email and password are required', async () => {
  const person = openProductPath('/auth')

  await person.click(await screen.findByRole('button', { name: 'Iniciar sesión' }))

  expect(await screen.findByText('Escribe tu email')).toBeDefined()
  expect(screen.getByText('Escribe tu contraseña')).toBeDefined()
  expect(amplifyAuthMocks.signIn).not.toHaveBeenCalled()
})

test('AUTH-07 AUTH-11 DATA-32 the right password leads to the panel', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/auth')
  await screen.findByLabelText('Email')
  stubCognitoTokens('cliente')

  await signIn(person)

  await waitFor(() => expect(path()).toBe('/client'))
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledWith({ username: 'lucia@example.com', password: 'Secreta-2026' })
})

test('after signing in somebody lands where they wanted to go', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
  const person = openProductPath('/auth?next=%2Fcomprar')
  await screen.findByLabelText('Email')
  stubCognitoTokens('cliente')

  await signIn(person)

  await waitFor(() => expect(path()).toBe('/comprar'))
})

test.each(['https://evil.example/', '//evil.example/x', String.raw`/\evil.example`])(
  'a link cannot send anybody away from this site: %s',
  async (elsewhere) => {
    amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
    fakeApi.answer('GET /payments', { items: [], next: null })
    const person = openProductPath(`/auth?next=${encodeURIComponent(elsewhere)}`)
    await screen.findByLabelText('Email')
    stubCognitoTokens('cliente')

    await signIn(person)

    await waitFor(() => expect(path()).toBe('/client'))
  },
)

test.each(['NotAuthorizedException', 'UserNotFoundException'])('AUTH-13 A-06 %s reads alike', async (name) => {
  amplifyAuthMocks.signIn.mockRejectedValue(createCognitoError(name, 'Incorrect username or password.'))
  const person = openProductPath('/auth')

  await signIn(person)

  expect(await screen.findByText('Error de autenticación – Credenciales inválidas')).toBeDefined()
})

test('AUTH-12 an unverified address is said after the right password, with a way to get the mail again', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_UP'))
  fakeApi.answer('POST /account/verification-mail', { accepted: true })
  const person = openProductPath('/auth')

  await signIn(person)
  expect(
    await screen.findByText(
      'Email no verificado – Debes verificar tu email antes de iniciar sesión. Revisa tu bandeja de entrada.',
    ),
  ).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Reenviar correo de verificación' }))

  expect(await screen.findByText('Email reenviado')).toBeDefined()
  expect(fakeApi.asked('POST /account/verification-mail')).toMatchObject([{ body: { email: 'lucia@example.com' } }])
})

test('AUTH-14 A-06 too many attempts are said in Spanish, whoever refuses them', async () => {
  amplifyAuthMocks.signIn.mockRejectedValue(
    createCognitoError('UserLambdaValidationException', 'PreAuthentication failed with error too-many-attempts.'),
  )
  const person = openProductPath('/auth')

  await signIn(person)

  expect(await screen.findByText('Demasiados intentos. Espera un momento antes de intentar de nuevo.')).toBeDefined()
})

test.each(['', 'Something went wrong'])(
  'AUTH-14 what a service says in English is not shown: "%s"',
  async (message) => {
    amplifyAuthMocks.signIn.mockRejectedValue(createCognitoError('InternalErrorException', message))
    const person = openProductPath('/auth')

    await signIn(person)

    expect(await screen.findByText('Error al iniciar sesión')).toBeDefined()
  },
)

test('AUTH-07 AUTH-09 the code has six digits at most and is sent as it stands', async () => {
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/auth')
  const code = await reachCode(person)
  const verify = screen.getByRole('button', { name: 'Verificar' })
  expect(verify).toHaveProperty('disabled', true)
  stubCognitoTokens('cliente')

  await person.type(code, '12a3 4567')
  await person.click(verify)

  await waitFor(() => expect(path()).toBe('/client'))
  expect(amplifyAuthMocks.confirmSignIn).toHaveBeenCalledExactlyOnceWith({ challengeResponse: '123456' })
})

test('AUTH-15 a wrong code', async () => {
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(
    createCognitoError('CodeMismatchException', 'Invalid code received for user'),
  )
  const person = openProductPath('/auth')

  await person.type(await reachCode(person), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Código inválido')).toBeDefined()
})

test('AUTH-15 a code that was used already says what to do', async () => {
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(
    createCognitoError('ExpiredCodeException', 'Your software token has already been used once.'),
  )
  const person = openProductPath('/auth')

  await person.type(await reachCode(person), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText(/Ese código ya se ha usado/)).toBeDefined()
})

test('AUTH-10 going back forgets who it was', async () => {
  const person = openProductPath('/auth')
  await reachCode(person)

  await person.click(screen.getByRole('button', { name: 'Volver' }))

  expect(await screen.findByLabelText('Email')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', '')
})

test('AUTH-08 AUTH-15 what was wrong with one answer is not said of the next', async () => {
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(createCognitoError('CodeMismatchException'))
  const person = openProductPath('/auth')
  await person.type(await reachCode(person), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))
  await screen.findByText('Código inválido')

  await person.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }))

  expect(screen.queryByText('Código inválido')).toBeNull()
})

test('a challenge that has run out leads back to the password and says so', async () => {
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(
    createCognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  )
  const person = openProductPath('/auth')

  await person.type(await reachCode(person), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText(/La verificación ha caducado/)).toBeDefined()
  expect(screen.getByLabelText('Email')).toBeDefined()
})

test('AUTH-08 AUTH-09 the code and the recovery code take turns, each with an empty field', async () => {
  const person = openProductPath('/auth')
  await person.type(await reachCode(person), '123')

  await person.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }))
  const recovery = screen.getByLabelText('Código de recuperación')
  expect(recovery).toHaveProperty('value', '')
  expect(screen.getByRole('button', { name: 'Verificar' })).toHaveProperty('disabled', true)
  await person.type(recovery, 'ABCD-EFGH-JKLM')
  expect(recovery).toHaveProperty('value', 'ABCD-EFGH-JK')

  await person.click(screen.getByRole('button', { name: 'Usar el código de la aplicación' }))
  expect(screen.getByLabelText('Código de verificación')).toHaveProperty('value', '')
})

async function recover(person: ReturnType<typeof openProductPath>) {
  await reachCode(person)
  await person.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }))
  await person.type(screen.getByLabelText('Código de recuperación'), 'abcd-efgh')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))
}

test('A-09 a recovery code is exchanged for what answers Cognito', async () => {
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('POST /mfa/recovery', { codes: ['111111', '222222'] })
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/auth')
  await screen.findByLabelText('Email')
  stubCognitoTokens('cliente')

  await recover(person)

  await waitFor(() => expect(path()).toBe('/client'))
  expect(fakeApi.asked('POST /mfa/recovery')[0]?.body).toEqual({
    email: 'lucia@example.com',
    password: 'Secreta-2026',
    recoveryCode: 'abcd-efgh',
    browsers: [],
  })
  expect(amplifyAuthMocks.confirmSignIn).toHaveBeenCalledExactlyOnceWith({ challengeResponse: '111111' })
})

test('A-09 where Cognito has seen the present code already, the next one answers', async () => {
  amplifyAuthMocks.confirmSignIn
    .mockRejectedValueOnce(
      createCognitoError('ExpiredCodeException', 'Your software token has already been used once.'),
    )
    .mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('POST /mfa/recovery', { codes: ['111111', '222222'] })
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/auth')
  await screen.findByLabelText('Email')
  stubCognitoTokens('cliente')

  await recover(person)

  await waitFor(() => expect(path()).toBe('/client'))
  expect(amplifyAuthMocks.confirmSignIn).toHaveBeenLastCalledWith({ challengeResponse: '222222' })
})

test.each([
  ['code-invalid', 'Código inválido'],
  ['too-many-attempts', 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'],
] as const)('AUTH-15 a recovery code refused as %s', async (refusal, text) => {
  fakeApi.refuse('POST /mfa/recovery', refusal)
  const person = openProductPath('/auth')

  await recover(person)

  expect(await screen.findByText(text)).toBeDefined()
  expect(amplifyAuthMocks.confirmSignIn).not.toHaveBeenCalled()
})

test.each(['PreAuthentication failed with error too-many-attempts.', 'Password attempts exceeded'])(
  'A-06 too many attempts, said by Cognito as "%s"',
  async (said) => {
    amplifyAuthMocks.signIn.mockRejectedValue(createCognitoError('UserLambdaValidationException', said))
    const person = openProductPath('/auth')

    await signIn(person)

    expect(await screen.findByText('Demasiados intentos. Espera un momento antes de intentar de nuevo.')).toBeDefined()
  },
)

test('somebody who signs in while too many functions run is told to wait some seconds', async () => {
  const message = 'PreAuthentication invocation failed due to error TooManyRequestsException.'
  amplifyAuthMocks.signIn.mockRejectedValue(createCognitoError('UnexpectedLambdaException', message))
  const person = openProductPath('/auth')

  await signIn(person)

  expect(await screen.findByText(/^Hay muchas peticiones en este momento\. Espera unos segundos/)).toBeDefined()
})

test('A-06 A-09 a wrong password, the question for a code and a wrong code are told to the server', async () => {
  amplifyAuthMocks.signIn.mockRejectedValueOnce(
    createCognitoError('NotAuthorizedException', 'Incorrect username or password.'),
  )
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(createCognitoError('CodeMismatchException'))
  fakeApi.answer('POST /account/visit-ticket', { ticket: 'tkt_00000001', strongPasswords: true })
  const person = openProductPath('/auth')

  await signIn(person)
  await screen.findByText('Error de autenticación – Credenciales inválidas')
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE'))
  await person.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await person.type(await screen.findByLabelText('Código de verificación'), '000000')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  await screen.findByText('Código inválido')
  const told = fakeApi
    .asked('POST /account/failed-sign-in')
    .map(({ body }) => body as { ticket: string; stage: string })
  // Strict mode runs effects twice.
  expect([...new Set(told.map(({ stage }) => stage))]).toEqual(['password', 'code-asked', 'code'])
  expect(new Set(told.map(({ ticket }) => ticket))).toEqual(new Set(['tkt_00000001']))
})

test('A-65 whoever meets the limit may ask for a link, and comes in by it with their password', async () => {
  amplifyAuthMocks.signIn.mockRejectedValue(
    createCognitoError('UserLambdaValidationException', 'PreAuthentication failed with error too-many-attempts.'),
  )
  fakeApi.answer('POST /account/sign-in-link', { accepted: true })
  const person = openProductPath('/auth')
  await signIn(person)

  await person.click(await screen.findByRole('button', { name: 'Enviarme un enlace para entrar' }))

  expect(await screen.findByText(/te llegará un enlace en unos minutos/)).toBeDefined()
  expect(fakeApi.asked('POST /account/sign-in-link')[0]?.body).toEqual({ email: 'lucia@example.com' })
})

test('A-65 a sign-in by the mailed link, in a browser that is known, says so to the server', async () => {
  const [link, browser] = ['L'.repeat(43), 'B'.repeat(43)]
  window.localStorage.setItem('habitat-interior:browser', JSON.stringify([browser]))
  amplifyAuthMocks.signIn.mockImplementation(async () => {
    signInAsRole('cliente')
    return nextStep('DONE')
  })
  fakeApi.answer('POST /account/visit-ticket', { ticket: 'tkt_00000001', strongPasswords: true })
  fakeApi.answer('POST /account/known-browser', { browser: 'C'.repeat(43) })
  const person = openProductPath(`/auth#enlace=${link}`)
  expect(await screen.findByText(/Este enlace te deja entrar/)).toBeDefined()
  fakeApi.answer('GET /payments', { items: [], next: null })

  await signIn(person)

  await waitFor(() => expect(fakeApi.asked('POST /account/known-browser')).not.toHaveLength(0))
  expect(fakeApi.asked('POST /account/visit-ticket')[0]?.body).toEqual({ browsers: [browser], link })
  await waitFor(() =>
    expect(window.localStorage.getItem('habitat-interior:browser')).toBe(JSON.stringify(['C'.repeat(43), browser])),
  )
})

test('RTE-23 RTE-24 a session that lacks its second factor is asked for it at once, by a form that stays', async () => {
  signInAsRole('cliente')
  const account = createAccountSession('cliente', { origin: 'google', assured: false, mfaEnabled: true })
  const release = fakeApi.hold('GET /account/session', account)
  const places = vi.spyOn(window.history, 'replaceState')
  await preloadPage('/auth')
  openProductPath('/auth')
  await waitFor(() => expect(fakeApi.asked('GET /account/session')).toHaveLength(1))
  expect(await screen.findByText('Cargando...')).toBeDefined()
  release()

  expect(await screen.findByLabelText(/Código/)).toBeDefined()

  expect(places.mock.calls.map(([, , place]) => String(place)).filter((place) => place.includes('dashboard'))).toEqual(
    [],
  )
})

test('MFA-28 after five wrong codes a challenge that is over was not too old: there were too many', async () => {
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(createCognitoError('CodeMismatchException'))
  const person = openProductPath('/auth')
  const code = await reachCode(person)
  for (let wrong = 0; wrong < 5; wrong++) {
    await person.clear(code)
    await person.type(code, `00000${wrong}`)
    await person.click(screen.getByRole('button', { name: 'Verificar' }))
    await screen.findByText('Código inválido')
  }
  amplifyAuthMocks.confirmSignIn.mockRejectedValue(
    createCognitoError('NotAuthorizedException', 'Invalid session for the user.'),
  )

  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Demasiados intentos. Espera un momento antes de intentar de nuevo.')).toBeDefined()
})
