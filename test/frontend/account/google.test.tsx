import { screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedInAccount } from '#contract/account'
import {
  closeWindowMock,
  amplifyAuthMocks,
  createGoogleSessionFields,
  stubCognitoTokens,
  leaveForMock,
  openPopupMock,
  replaceWithMock,
  signInAsRole,
  openProductPath,
  REFRESH_TOKEN,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { goToGoogle, readGoogleNonce, reportFromGoogleWindow } from '../../support/google-window.ts'

const place = () => window.location.pathname + window.location.search

/** Storage key of the result when `window.opener` is cut. */
const broadcastKey = 'habitat-interior:unsent:google'
const tellByStorage = (message: object) =>
  window.dispatchEvent(new StorageEvent('storage', { key: broadcastKey, newValue: JSON.stringify(message) }))

const received = {
  origin: 'google',
  registered: false,
  email: 'lucia@example.com',
  emailVerified: true,
  firstName: 'Lucía',
  lastName: 'Ferrer',
} as const

afterEach(() => vi.unstubAllEnvs())

beforeEach(() => fakeApi.answer('GET /payments', { items: [], next: null }))

test('AUTH-04 AUTH-17 Google opens in a window of its own, which is told whom to answer', async () => {
  await goToGoogle()

  expect(openPopupMock).toHaveBeenCalledExactlyOnceWith(`/oauth-callback?start=1&nonce=${readGoogleNonce()}`, 'google')
  expect(leaveForMock).not.toHaveBeenCalled()
})

test.each(['/auth', '/register'])(
  'AUTH-17 a stage without a client of Google shows no button of it: %s',
  async (path) => {
    vi.stubEnv('VITE_WITHOUT_GOOGLE', 'true')
    openProductPath(path)

    await screen.findByRole('heading', { level: 1 })

    expect(screen.queryByText(/Google/)).toBeNull()
  },
)

test('AUTH-17 where no window may open, this page goes itself', async () => {
  openPopupMock.mockReturnValue(null)
  await goToGoogle()

  expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('/oauth-callback?start=1')
})

test('AUTH-21 back from Google a client with a proven factor is welcomed in their panel', async () => {
  await goToGoogle()
  stubCognitoTokens('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))

  reportFromGoogleWindow()

  await waitFor(() => expect(place()).toBe('/client'))
  expect(await screen.findByText('¡Bienvenido!')).toBeDefined()
})

test('AUTH-21 a window in another process says it by the storage, after the tokens that it has stored there', async () => {
  await goToGoogle()
  stubCognitoTokens('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))

  tellByStorage({ type: 'oauth-success', nonce: 'guessed' })
  expect(place()).toBe('/auth')
  tellByStorage({ type: 'oauth-success', nonce: readGoogleNonce() })

  await waitFor(() => expect(place()).toBe('/client'))
})

test.each([
  ['another nonce', { nonce: 'guessed' }, undefined],
  ['another origin', {}, 'https://evil.example'],
] as const)('a message with %s changes nothing', async (_, message, origin) => {
  await goToGoogle()
  stubCognitoTokens('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))

  reportFromGoogleWindow(message, origin)

  expect(await screen.findByLabelText('Email')).toBeDefined()
  expect(place()).toBe('/auth')
})

test('AUTH-16 Google that cannot be reached', async () => {
  await goToGoogle()

  reportFromGoogleWindow({ type: 'oauth-failure', problem: 'start' })

  expect(await screen.findByText('Error al iniciar sesión con Google')).toBeDefined()
})

test('RTE-03 AUTH-21 the address itself decides: a session with a proven factor is welcomed', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))
  openProductPath('/auth?oauth=google')

  await waitFor(() => expect(place()).toBe('/client'))
  expect(await screen.findByText('¡Bienvenido!')).toBeDefined()
})

test.each(['failed', 'administrator-by-password'])('AUTH-22 ERR-15 a return that failed: %s', async (problem) => {
  openProductPath(`/auth?oauth=google&problem=${problem}`)

  expect(await screen.findByText('Error al procesar la autenticación con Google')).toBeDefined()
  await waitFor(() => expect(place()).toBe('/auth'))
})

test('AUTH-22 a return without a session', async () => {
  openProductPath('/auth?oauth=google')

  expect(await screen.findByText('Error al procesar la autenticación con Google')).toBeDefined()
})

test.each<[string, () => void, string]>([
  [
    'by the account',
    () => signInAsRole('cliente', createGoogleSessionFields({ emailVerifiedAt: null })),
    '/auth?oauth=google',
  ],
  ['by the refusal', () => undefined, '/auth?oauth=google&problem=email-unverified'],
])('AUTH-19 PER-08 an address that is not verified, told %s', async (_, arrange, address) => {
  arrange()
  openProductPath(address)

  expect(await screen.findByText('Tu cuenta necesita verificación de email.')).toBeDefined()
  await waitFor(() => expect(place()).toBe('/register'))
  expect(window.localStorage).toHaveLength(0)
})

test('AUTH-20 PER-08 A-10 without a second factor the session is kept for the set-up, and looks signed out', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: false }))
  openProductPath('/auth?oauth=google')

  expect(await screen.findByText('Debes configurar la autenticación de dos factores.')).toBeDefined()
  await waitFor(() => expect(place()).toBe('/register?step=mfa-setup'))
  expect(await screen.findByRole('button', { name: 'Configurar TOTP' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cuenta' })).toBeNull()
  expect(fakeApi.revoked()).toEqual([])
})

test.each<[string, Partial<SignedInAccount>, string]>([
  ['a factor to set up', { mfaEnabled: false }, '/register?step=mfa-setup'],
  ['a factor to prove', { mfaEnabled: true }, '/auth'],
])('A-10 whoever comes by Google with %s reaches no panel', async (_, account, end) => {
  signInAsRole('cliente', createGoogleSessionFields(account))
  openProductPath('/client')

  await waitFor(() => expect(place()).toBe(end))
})

test('REG-19 declining the demanded factor signs out', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: false }))
  const person = openProductPath('/register?step=mfa-setup')

  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(place()).toBe('/auth'))
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
})

test('a factor that is set up is proven before the panel, with the code or a recovery code', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: true }))
  fakeApi.answer('POST /mfa/proof', () => {
    stubCognitoTokens('cliente', createGoogleSessionFields({ mfaEnabled: true, assured: true }))
    return Response.json({ success: true, provenAt: '2026-11-21T10:00:00Z', recoveryCodesLeft: 7 })
  })
  const person = openProductPath('/auth?oauth=google')

  await person.click(await screen.findByRole('button', { name: 'Usar un código de recuperación' }))
  await person.type(screen.getByLabelText('Código de recuperación'), 'abcd efgh')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  await waitFor(() => expect(place()).toBe('/client'))
  expect(fakeApi.asked('POST /mfa/proof')[0]?.body).toEqual({ recoveryCode: 'abcd efgh' })
})

test('AUTH-18 a return that began at registration goes on there', async () => {
  window.sessionStorage.setItem('oauth-intent', 'register')
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', received)
  openProductPath('/auth?oauth=google')

  await waitFor(() => expect(place()).toBe('/register?oauth=google'))
  expect(window.sessionStorage.getItem('oauth-intent')).toBeNull()
})

test('REG-20 REG-08 without the terms nobody goes to Google, and they are marked', async () => {
  const person = openProductPath('/register')

  await person.click(await screen.findByRole('button', { name: 'Continuar con Google' }))

  expect(await screen.findByText('Debes aceptar los Términos y la Política de Privacidad')).toBeDefined()
  expect(screen.getByText('Error de validación')).toBeDefined()
  expect(screen.getByText('Este campo es obligatorio')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /He leído y acepto/ })))
  expect(openPopupMock).not.toHaveBeenCalled()
})

test('REG-03 REG-21 with the terms Google opens, and the marker says what for', async () => {
  const person = openProductPath('/register')

  await person.click(await screen.findByRole('checkbox', { name: /He leído y acepto/ }))
  await person.click(screen.getByRole('button', { name: 'Continuar con Google' }))

  expect(openPopupMock).toHaveBeenCalledOnce()
  expect(window.sessionStorage.getItem('oauth-intent')).toBe('register')
})

function atConsent() {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', received)
  return openProductPath('/register?oauth=google')
}

test('REG-22 RTE-06 somebody with an account goes to sign in', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: true }))
  fakeApi.answer('GET /account/registration', { ...received, registered: true })
  openProductPath('/register?oauth=google')

  await waitFor(() => expect(place()).toBe('/auth'))
})

/** The profile was created between two requests, the first of which reports none. */
const registeredMeanwhile = { ...received, origin: 'password', registered: true } as const

test('RTE-06 whoever got a profile while the page asked comes to their panel, and not from page to page', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', () => {
    signInAsRole('cliente')
    return registeredMeanwhile
  })
  openProductPath('/auth')

  await waitFor(() => expect(place()).toBe('/client'))
})

test('RTE-06 where the two answers go on contradicting each other, that is said, and asked again it may be over', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', registeredMeanwhile)
  const person = openProductPath('/auth')

  expect(await screen.findByRole('heading', { name: 'No hemos podido comprobar tu cuenta' })).toBeDefined()
  expect(screen.getByText(/^Tu cuenta acaba de cambiar/)).toBeDefined()
  signInAsRole('cliente')
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  await waitFor(() => expect(place()).toBe('/client'))
})

test('RTE-06 what was received cannot be read: the page stays, and its reader can leave', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.refuse('GET /account/registration', 'too-many-attempts')
  const person = openProductPath('/auth')

  expect(await screen.findByRole('heading', { name: 'No hemos podido comprobar tu cuenta' })).toBeDefined()
  expect(screen.getByText('Demasiados intentos. Espera un momento antes de intentar de nuevo.')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Cerrar sesión' }))

  await waitFor(() => expect(place()).toBe('/auth'))
  expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeDefined()
})

test('REG-23 what Google told is shown, and the address is not for changing', async () => {
  atConsent()

  // The form without Google has a field of the same label and may be rendered first.
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveProperty('value', 'lucia@example.com'))
  expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true)
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Lucía')
  expect(screen.queryByRole('button', { name: 'Cuenta' })).toBeNull()
})

test('REG-24 A-14 A-22 what is missing is asked, and the caller alone says whose it is', async () => {
  const person = atConsent()
  fakeApi.answer('POST /account/registration', () => {
    stubCognitoTokens('cliente', createGoogleSessionFields({ mfaEnabled: false }))
    return Response.json({
      userId: 'usr_aaaaaaaa',
      email: 'lucia@example.com',
      displayName: 'Lucía',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      role: 'cliente',
      customerId: null,
      emailVerifiedAt: null,
      mfaEnabled: false,
      origin: 'google',
      assured: false,
    })
  })

  await person.type(await screen.findByLabelText('Fecha de nacimiento'), '1990-05-17')
  await person.click(screen.getByRole('checkbox', { name: /He leído y acepto/ }))
  await person.click(screen.getByRole('button', { name: 'Completar registro' }))

  expect(await screen.findByRole('button', { name: 'Configurar TOTP' })).toBeDefined()
  expect(fakeApi.asked('POST /account/registration')[0]?.body).toEqual({
    firstName: 'Lucía',
    lastName: 'Ferrer',
    birthDate: '1990-05-17',
    acceptedTerms: true,
    marketingOptIn: false,
  })
})

test('REG-05 A-14 the age rule holds after Google too', async () => {
  const person = atConsent()

  await person.type(await screen.findByLabelText('Fecha de nacimiento'), '2020-01-01')
  await person.click(screen.getByRole('checkbox', { name: /He leído y acepto/ }))
  await person.click(screen.getByRole('button', { name: 'Completar registro' }))

  expect(await screen.findByText('Debes tener al menos 16 años para registrarte')).toBeDefined()
  expect(fakeApi.asked('POST /account/registration')).toHaveLength(0)
})

test('REG-26 a registration that is not completed says so', async () => {
  const person = atConsent()
  fakeApi.refuse('POST /account/registration', 'too-young')

  await person.type(await screen.findByLabelText('Fecha de nacimiento'), '1990-05-17')
  await person.click(screen.getByRole('checkbox', { name: /He leído y acepto/ }))
  await person.click(screen.getByRole('button', { name: 'Completar registro' }))

  expect(await screen.findByText('Error de registro')).toBeDefined()
})

test('REG-26 a registration that fails without a reason', async () => {
  const person = atConsent()
  await person.type(await screen.findByLabelText('Fecha de nacimiento'), '1990-05-17')
  await person.click(screen.getByRole('checkbox', { name: /He leído y acepto/ }))
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(new Error('unknown'))

  await person.click(screen.getByRole('button', { name: 'Completar registro' }))

  expect(await screen.findByText('Error al completar el registro')).toBeDefined()
})

test('REG-25 giving the consent up leads back to an empty form, signed out', async () => {
  const person = atConsent()

  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  expect(await screen.findByRole('button', { name: 'Crear cuenta' })).toBeDefined()
  expect(place()).toBe('/register')
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
})

test('AUTH-23 AUTH-24 LIM-07 the window tells its opener how it ended and closes after half a second', async () => {
  window.sessionStorage.setItem('habitat-interior:google', '{"nonce":"n-1","keep":false,"retried":false}')
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  signInAsRole('cliente', createGoogleSessionFields())
  openProductPath('/oauth-callback?code=c&state=s')

  expect(await screen.findByText('Autenticación completada. Redirigiendo...')).toBeDefined()
  await waitFor(() =>
    expect(stored).toHaveBeenCalledWith(broadcastKey, JSON.stringify({ type: 'oauth-success', nonce: 'n-1' })),
  )
  expect(window.localStorage.getItem(broadcastKey)).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  await waitFor(() => expect(closeWindowMock).toHaveBeenCalledOnce())
  expect(replaceWithMock).not.toHaveBeenCalled()
})

test.each([
  ['to stay signed in', { keep: true }, 'localStorage', 'sessionStorage'],
  ['for this tab only', { keep: false }, 'sessionStorage', 'localStorage'],
  ['for another window, which keeps it as it likes', { keep: false, nonce: 'n-1' }, 'localStorage', 'sessionStorage'],
] as const)('a sign-in with Google %s is kept so', async (_, visit, storage, otherStorage) => {
  window.sessionStorage.setItem('habitat-interior:google', JSON.stringify({ ...visit, retried: false }))
  signInAsRole('cliente', { mfaEnabled: true })
  openProductPath('/oauth-callback?code=c&state=s')

  await screen.findByText('Autenticación completada. Redirigiendo...')

  const user = 'CognitoIdentityServiceProvider.client.LastAuthUser'
  await waitFor(() => expect(window[storage].getItem(user)).not.toBeNull())
  expect(window[otherStorage].getItem(user)).toBeNull()
})

test.each([
  ['cliente', '/client'],
  ['administrador', '/admin'],
] as const)('AUTH-25 RTE-08 without a window that waits a %s goes on to %s', async (role, panel) => {
  signInAsRole(role, { mfaEnabled: true })
  openProductPath('/oauth-callback?code=c&state=s')

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledWith(panel))
})

test.each([
  ['PreSignUp failed with error email-unverified.', 'email-unverified'],
  ['PreSignUp failed with error administrator-by-password.', 'administrator-by-password'],
  ['access_denied', 'failed'],
])('a return that says "%s" is looked at as %s', async (said, problem) => {
  openProductPath(`/oauth-callback?error=invalid_request&error_description=${encodeURIComponent(said)}&state=s`)

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledWith(`/auth?oauth=google&problem=${problem}`))
})

test('the first sign-in after an account was linked is tried once more', async () => {
  window.sessionStorage.setItem('habitat-interior:google', '{"nonce":"n-1","keep":false,"retried":false}')
  openProductPath('/oauth-callback?error=invalid_request&error_description=Already+found+an+entry+for+username&state=s')

  await waitFor(() => expect(amplifyAuthMocks.signInWithRedirect).toHaveBeenCalledOnce())
  expect(JSON.parse(window.sessionStorage.getItem('habitat-interior:google') ?? '')).toMatchObject({ retried: true })
})

test('a sign-in that is refused again after an account was linked is not tried for ever', async () => {
  window.sessionStorage.setItem('habitat-interior:google', '{"keep":true,"retried":true}')
  openProductPath('/oauth-callback?error=invalid_request&error_description=Already+found+an+entry+for+username&state=s')

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledWith('/auth?oauth=google&problem=failed'))
  expect(amplifyAuthMocks.signInWithRedirect).not.toHaveBeenCalled()
})

test('A-14 A-17 whoever was invited completes their registration before anything else', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', { ...received, origin: 'password', firstName: 'Ana', lastName: 'Gil' })
  openProductPath('/client')

  expect(await screen.findByRole('heading', { name: 'Completa tu registro' })).toBeDefined()
  expect(place()).toBe('/register?step=consent')
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Ana')
  expect(screen.queryByText(/Google/)).toBeNull()
})
