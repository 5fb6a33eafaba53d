import { cleanup, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { SignedInAccount } from '#contract/account'
import { PRODUCT_SLUG } from '#contract/product'
import {
  createGoogleSessionFields,
  openPopupMock,
  openProductPath,
  REFRESH_TOKEN,
  replaceWithMock,
  signInAsRole,
  stubCognitoTokens,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { goToGoogle, reportFromGoogleWindow } from '../../support/google-window.ts'

const place = () => window.location.pathname + window.location.search

const wanted = '/client?tab=invoices'
const next = `next=${encodeURIComponent(wanted)}`
const welcomed = createGoogleSessionFields({ assured: true, mfaEnabled: true })
const elsewhere = 'https://evil.example/client'

beforeEach(() => fakeApi.answer('GET /payments', { items: [], next: null }))

test.each<[string, string, object?]>([
  ['whose session ended', '/auth', { next: wanted, ended: true }],
  ['who came by a link', `/auth?${next}`],
])('AUTH-21 a client %s comes by the window of Google to the page that they wanted', async (_, path, left) => {
  await goToGoogle(path, left)
  stubCognitoTokens('cliente', welcomed)

  reportFromGoogleWindow()

  await waitFor(() => expect(place()).toBe(wanted))
  expect(await screen.findByText('¡Bienvenido!')).toBeDefined()
})

test('AUTH-25 a client who went to Google in the same window comes to the page that they wanted', async () => {
  openPopupMock.mockReturnValue(null)
  await goToGoogle(`/auth?${next}`)
  cleanup()
  signInAsRole('cliente', { mfaEnabled: true })

  openProductPath('/oauth-callback?code=c&state=s')

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledExactlyOnceWith(wanted))
  expect(window.sessionStorage.getItem('oauth-next')).toBeNull()
})

test('AUTH-25 a visit to Google in the same window that fails leads to a sign-in which still knows the page', async () => {
  openPopupMock.mockReturnValue(null)
  await goToGoogle(`/auth?${next}`)
  cleanup()

  openProductPath('/oauth-callback?error=access_denied&state=s')

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledWith(`/auth?oauth=google&problem=failed&${next}`))
})

test('the page wanted by an earlier visit to Google is forgotten at the next one', async () => {
  window.sessionStorage.setItem('oauth-next', wanted)
  openPopupMock.mockReturnValue(null)

  await goToGoogle('/auth')

  expect(window.sessionStorage.getItem('oauth-next')).toBeNull()
})

test.each<[string, Partial<SignedInAccount>, string]>([
  ['a factor to prove', { mfaEnabled: true }, `/auth?${next}`],
  ['a factor to set up', { mfaEnabled: false }, `/register?step=mfa-setup&${next}`],
  ['an address to verify', { emailVerifiedAt: null }, `/register?${next}`],
])('AUTH-19 AUTH-20 back from Google with %s, the page that was wanted is not forgotten', async (_, account, end) => {
  signInAsRole('cliente', createGoogleSessionFields(account))

  openProductPath(`/auth?oauth=google&${next}`)

  await waitFor(() => expect(place()).toBe(end))
})

test('AUTH-22 after a return that failed the page that was wanted is not forgotten', async () => {
  openProductPath(`/auth?oauth=google&problem=failed&${next}`)

  await waitFor(() => expect(place()).toBe(`/auth?${next}`))
})

function hasNoProfile(): void {
  signInAsRole('cliente')
  fakeApi.refuse('GET /account/session', 'profile-missing')
  fakeApi.answer('GET /account/registration', {
    origin: 'google',
    registered: false,
    email: 'lucia@example.com',
    emailVerified: true,
    firstName: 'Lucía',
    lastName: 'Ferrer',
  })
}

test('AUTH-18 REG-25 a registration after Google remembers the page that was wanted, also when it is given up', async () => {
  hasNoProfile()
  const person = openProductPath(`/auth?oauth=google&${next}`)

  await waitFor(() => expect(place()).toBe(`/register?oauth=google&${next}`))
  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(place()).toBe(`/register?${next}`))
})

test('A-10 REG-19 whoever opens a page before the factor is set up comes back to it after signing in', async () => {
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled: false }))
  const person = openProductPath(wanted)

  await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

  await waitFor(() => expect(place()).toBe(`/auth?${next}`))
})

test('a link cannot send anybody away from this site by way of Google', async () => {
  signInAsRole('cliente', welcomed)

  openProductPath(`/auth?oauth=google&next=${encodeURIComponent(elsewhere)}`)

  await waitFor(() => expect(place()).toBe('/client'))
})

test('what is stored for the way back from Google leads to pages of this site only', async () => {
  window.sessionStorage.setItem('oauth-next', elsewhere)
  signInAsRole('cliente', { mfaEnabled: true })

  openProductPath('/oauth-callback?code=c&state=s')

  await waitFor(() => expect(replaceWithMock).toHaveBeenCalledExactlyOnceWith('/client'))
})

const expectToldOfClosedAccount = async () => {
  expect(await screen.findByRole('heading', { name: 'Tu cuenta está cerrada' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Enviarme otro enlace' })).toBeDefined()
  expect(screen.queryByText('Error al procesar la autenticación con Google')).toBeNull()
  expect(place()).toBe('/auth')
}

test('AUTH-22 A-50 a closed account that comes by the window of Google is told so, and of no failure', async () => {
  await goToGoogle()
  stubCognitoTokens('cliente', welcomed)
  fakeApi.refuse('GET /account/session', 'account-inactive')

  reportFromGoogleWindow()

  await expectToldOfClosedAccount()
  expect(replaceWithMock).not.toHaveBeenCalled()
})

test('AUTH-22 A-50 a closed account that went to Google in the same window is told so, and of no failure', async () => {
  stubCognitoTokens('cliente', welcomed)
  fakeApi.refuse('GET /account/session', 'account-inactive')

  openProductPath('/oauth-callback?code=c&state=s')

  await expectToldOfClosedAccount()
  expect(replaceWithMock).not.toHaveBeenCalled()
})

test.each<[string, boolean, string, string]>([
  ['at the code', true, '/auth?oauth=google', 'Volver'],
  ['where a factor has to be set up', false, '/register?step=mfa-setup', 'Cancelar'],
])('A-10 whoever gives up %s is signed out and keeps what waits in the browser to be sent', async (...row) => {
  const [, mfaEnabled, path, button] = row
  const unsent = `${PRODUCT_SLUG}:unsent:ticks`
  window.localStorage.setItem(unsent, '"of this morning"')
  signInAsRole('cliente', createGoogleSessionFields({ mfaEnabled }))
  const person = openProductPath(path)

  await person.click(await screen.findByRole('button', { name: button }))

  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeDefined()
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
  expect(window.localStorage.getItem(unsent)).toBe('"of this morning"')
})
