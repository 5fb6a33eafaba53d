import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { amplifyAuthMocks, stubCognitoTokens, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const PROOF = 'proof-in-the-mail-000000000000000000000000x'
const TOKEN = 'token-of-this-browser'.padEnd(43, '0')
const link = `/auth/callback#email=lucia%40example.com&proof=${PROOF}&code=123456`
const VERIFY = 'POST /account/verify-address'
const path = () => window.location.pathname
const bodies = (endpoint: typeof VERIFY | 'POST /account/first-password') =>
  fakeApi.asked(endpoint).map(({ body }) => body)
const keepToken = (email: string) =>
  window.localStorage.setItem('habitat-interior:sign-up', JSON.stringify({ email, token: TOKEN }))

test('AUTH-26 RTE-07 in the browser that signed up the link is enough, and the password is asked for at sign-in', async () => {
  keepToken('lucia@example.com')
  fakeApi.answer(VERIFY, { state: 'verified' })
  openProductPath(link)

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
  expect(bodies(VERIFY)).toEqual([{ email: 'lucia@example.com', proof: PROOF, token: TOKEN }])
  // Without a session the panel's guard redirects to the sign-in.
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(path()).toBe('/auth'), { timeout: 3000 })
  expect(await screen.findByText('Correo verificado. Inicia sesión para entrar en tu panel.')).toBeDefined()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'lucia@example.com')
})

test('A-64 the token of another address is not sent', async () => {
  keepToken('otra@example.com')
  fakeApi.answer(VERIFY, { state: 'password-needed' })
  openProductPath(link)

  expect(await screen.findByRole('heading', { name: 'Escribe tu contraseña' })).toBeDefined()
  expect(bodies(VERIFY)).toEqual([{ email: 'lucia@example.com', proof: PROOF }])
})

test('A-64 elsewhere the password is asked for first; the right one verifies and signs in', async () => {
  fakeApi.answer(VERIFY, (body) =>
    body.password === 'Secreta-2026'
      ? { state: 'verified' }
      : body.password
        ? Response.json({ code: 'password-wrong' }, { status: 409 })
        : { state: 'password-needed' },
  )
  amplifyAuthMocks.signIn.mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
  const person = openProductPath(link)
  const field = await screen.findByLabelText('Contraseña')

  await person.type(field, 'Otra-2026')
  await person.click(screen.getByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText(/Esa no es la contraseña con la que se creó la cuenta/)).toBeDefined()
  await person.clear(field)
  await person.type(field, 'Secreta-2026')
  stubCognitoTokens('cliente')
  await person.click(screen.getByRole('button', { name: 'Confirmar' }))

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(path()).toBe('/client'), { timeout: 3000 })
})

test("A-64 without the password 'Elegir una contraseña nueva' throws the old one away", async () => {
  fakeApi.answer(VERIFY, { state: 'password-needed' })
  fakeApi.answer('POST /account/first-password', { chosen: true })
  amplifyAuthMocks.signIn.mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
  const person = openProductPath(link)

  await person.click(await screen.findByRole('button', { name: 'Elegir una contraseña nueva' }))
  expect(screen.getByRole('heading', { name: 'Elegir una contraseña nueva' })).toBeDefined()
  await person.type(screen.getByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-2026')
  stubCognitoTokens('cliente')
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
  expect(bodies('POST /account/first-password')).toEqual([
    { email: 'lucia@example.com', proof: PROOF, password: 'Secreta-2026' },
  ])
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledOnce()
})

test('AUTH-27 ERR-04 an old link says so, then registration offers a new mail', async () => {
  fakeApi.refuse(VERIFY, 'link-invalid')
  openProductPath(link)

  expect(
    await screen.findByText('Error de verificación – No se pudo verificar tu email. Inténtalo de nuevo.'),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reenviar correo de verificación' })).toBeDefined()
  await vi.advanceTimersByTimeAsync(3000)
  await waitFor(() => expect(path()).toBe('/register'), { timeout: 3000 })
  expect(await screen.findByRole('button', { name: 'Reenviar email' })).toBeDefined()
})

test('AUTH-27 whoever asks for a new mail there is not taken away', async () => {
  fakeApi.refuse(VERIFY, 'link-invalid')
  fakeApi.answer('POST /account/verification-mail', { accepted: true })
  const person = openProductPath(link)

  await person.click(await screen.findByRole('button', { name: 'Reenviar correo de verificación' }))
  expect(await screen.findByText('Email reenviado')).toBeDefined()
  await vi.advanceTimersByTimeAsync(5000)

  expect(path()).toBe('/auth/callback')
})

test('ERR-03 a link that names nobody', async () => {
  openProductPath('/auth/callback')

  expect(await screen.findByText('No se pudo obtener la sesión del usuario')).toBeDefined()
  expect(fakeApi.asked(VERIFY)).toEqual([])
})

test('AUTH-27 while the service cannot be reached nothing is said about the link, and it can be tried again', async () => {
  fakeApi.unreachable(VERIFY)
  const person = openProductPath(link)

  expect(await screen.findByText(/El servicio no responde/)).toBeDefined()
  await vi.advanceTimersByTimeAsync(5000)
  expect(path()).toBe('/auth/callback')
  fakeApi.answer(VERIFY, { state: 'verified' })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
})
