import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/endpoint'
import {
  amplifyAuthMocks,
  createCognitoError,
  createGoogleSessionFields,
  stubCognitoTokens,
  signInAsRole,
  openProductPath,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const CHANGE = 'POST /account/password'
const nextStep = (signInStep: string) => ({ isSignedIn: signInStep === 'DONE', nextStep: { signInStep } })

beforeEach(() => {
  fakeApi.answer('GET /payments', { items: [], next: null })
  fakeApi.answer('DELETE /account/session', { ended: true })
  fakeApi.answer(CHANGE, { changed: true })
})

function signsIn(role: Role, step = 'DONE'): void {
  amplifyAuthMocks.signIn.mockImplementation(async () => {
    if (step === 'DONE') stubCognitoTokens(role)
    return nextStep(step)
  })
}

async function atForm(role: Role = 'cliente') {
  signInAsRole(role)
  const person = openProductPath('/reset-password')
  await person.type(await screen.findByLabelText('Contraseña actual'), 'Antigua-2026')
  await person.type(screen.getByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-2026')
  return { person, save: () => person.click(screen.getByRole('button', { name: 'Guardar contraseña' })) }
}

const done = 'Tu contraseña ha sido actualizada correctamente.'

test('RST-03 RST-08 RST-09 DATA-32 whoever is signed in changes the password with the present one, and is signed in anew', async () => {
  signsIn('cliente')
  const { save } = await atForm()

  await save()

  expect(await screen.findByText('Éxito')).toBeDefined()
  expect(screen.getByText(done)).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/client'))
  expect(fakeApi.asked(CHANGE).map(({ body }) => body)).toEqual([
    { previousPassword: 'Antigua-2026', newPassword: 'Secreta-2026' },
  ])
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledExactlyOnceWith({
    username: 'lucia@example.com',
    password: 'Secreta-2026',
  })
})

test('RST-09 with a second factor the code is asked for, and then comes the panel', async () => {
  signsIn('administrador', 'CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  amplifyAuthMocks.confirmSignIn.mockImplementation(async () => {
    stubCognitoTokens('administrador')
    return nextStep('DONE')
  })
  const { person, save } = await atForm('administrador')
  await save()

  await person.type(await screen.findByLabelText(/código/i), '123456')
  expect(screen.getByText(done)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  expect(amplifyAuthMocks.confirmSignIn).toHaveBeenCalledWith({ challengeResponse: '123456' })
})

test('RST-09 whoever leaves the question for the code is signed out, and the password is changed', async () => {
  signsIn('cliente', 'CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  const { person, save } = await atForm()
  await save()

  await person.click(await screen.findByRole('button', { name: 'Volver' }))

  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
  expect(screen.queryByText('Enlace inválido')).toBeNull()
})

async function atCode(role: Role) {
  signsIn(role, 'CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  amplifyAuthMocks.confirmSignIn.mockImplementation(async () => {
    stubCognitoTokens(role)
    return nextStep('DONE')
  })
  const { person, save } = await atForm(role)
  await save()
  return { person, code: await screen.findByLabelText(/código/i) }
}

const answerCode = async ({ person, code }: Awaited<ReturnType<typeof atCode>>) => {
  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))
}

test('RST-09 an administrador may take minutes for the code, although the role is asked for every five seconds', async () => {
  const asked = await atCode('administrador')

  await vi.advanceTimersByTimeAsync(120_000)
  await answerCode(asked)

  await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  expect(screen.queryByRole('heading', { name: 'Iniciar sesión' })).toBeNull()
})

test('RST-09 a client who comes back from the authenticator app is still asked for its code', async () => {
  const asked = await atCode('cliente')

  await vi.advanceTimersByTimeAsync(60_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1000)
  await answerCode(asked)

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})

test('RST-09 whoever goes to another page instead of giving the code has to sign in there', async () => {
  await atCode('cliente')

  window.history.pushState(null, '', '/client')
  window.dispatchEvent(new PopStateEvent('popstate'))

  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
  expect(await screen.findByText('Tu sesión ha terminado. Entra de nuevo y volverás adonde estabas.')).toBeDefined()
})

test('RST-09 a role that is asked for between the change and the new session does not end it', async () => {
  signsIn('administrador', 'CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  const end = fakeApi.hold('DELETE /account/session', { ended: true })
  const { save } = await atForm('administrador')
  await save()
  await waitFor(() => expect(fakeApi.asked('DELETE /account/session')).toHaveLength(1))

  fakeApi.refuse('GET /account/session', 'session-ended')
  await vi.advanceTimersByTimeAsync(6000)
  end()

  expect(await screen.findByLabelText(/código/i)).toBeDefined()
})

test('RST-09 without a new session it leads to sign-in, and the password is changed', async () => {
  amplifyAuthMocks.signIn.mockRejectedValue(createCognitoError('NetworkError'))
  const { save } = await atForm()

  await save()

  expect(await screen.findByText(done)).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
  expect(screen.queryByText('Enlace inválido')).toBeNull()
})

test('the button says that it is working, and cannot be pressed twice', async () => {
  signsIn('cliente')
  const release = fakeApi.hold(CHANGE, { changed: true })
  const { save } = await atForm()
  await save()

  expect(await screen.findByRole('button', { name: 'Guardando...' })).toHaveProperty('disabled', true)

  release()
  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})

test('a wrong present password is said at its field, which has the focus; the session stays', async () => {
  fakeApi.refuse(CHANGE, 'password-wrong')
  const { person, save } = await atForm()

  await save()

  const field = screen.getByLabelText('Contraseña actual')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'La contraseña actual no es correcta.',
  ])
  expect(amplifyAuthMocks.signIn).not.toHaveBeenCalled()
  await person.type(field, '!')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('what the server finds wrong with the new password is said at its field', async () => {
  fakeApi.answer(CHANGE, () =>
    Response.json({ code: 'invalid-input', problems: { newPassword: ['Un número'] } }, { status: 400 }),
  )
  const { save } = await atForm()

  await save()

  const field = screen.getByLabelText('Nueva contraseña')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const [errorId = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(document.getElementById(errorId)?.textContent).toBe('Un número')
})

test.each([
  ['too many tries', () => fakeApi.refuse(CHANGE, 'too-many-attempts'), /^Demasiados intentos/],
  ['a fault', () => fakeApi.fail(CHANGE, 500), /^Algo ha fallado en nuestro servidor/],
  ['no network', () => fakeApi.unreachable(CHANGE), /^No hay conexión con el servidor/],
])('RST-07 %s is said above the button', async (_, fail, text) => {
  fail()
  const { save } = await atForm()

  await save()

  expect(await screen.findByText(text)).toBeDefined()
  expect(window.location.pathname).toBe('/reset-password')
})

test('whoever came by Google, and may know no password, chooses one by mail', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))
  openProductPath('/reset-password')

  const link = await screen.findByRole('link', { name: 'Enviarme el enlace' })
  expect(link.getAttribute('href')).toBe('/reset-password?solicitar=1')
})
