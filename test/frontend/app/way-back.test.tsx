import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  amplifyAuthMocks,
  createGoogleSessionFields,
  leaveForMock,
  replaceWithMock,
  signInAsRole,
  openProductPath,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const elsewhere = [
  'https://evil.example/x',
  '//evil.example/x',
  '/.//evil.example/x',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/\t/evil.example',
  'javascript:alert(1)',
]
const evil = encodeURIComponent('https://evil.example/x')
const path = () => window.location.pathname

beforeEach(() => fakeApi.answer('GET /payments', { items: [], next: null }))

async function leavings() {
  await waitFor(() => expect(path()).toBe('/client'))
  return [...leaveForMock.mock.calls, ...replaceWithMock.mock.calls]
}

const parameters = ['next', 'redirect', 'from', 'returnTo', 'redirect_to', 'continue', 'url']

test.each(parameters.flatMap((name) => elsewhere.map((address) => [name, address] as const)))(
  'whoever signs in stays on this site: %s=%s',
  async (name, address) => {
    signInAsRole('cliente')
    openProductPath(`/auth?${name}=${encodeURIComponent(address)}`)

    expect(await leavings()).toEqual([])
  },
)

test.each(elsewhere)(
  'whoever signs in stays on this site, whatever address a page before left for sign-in: %s',
  async (next) => {
    signInAsRole('cliente')
    openProductPath('/auth', { next })

    expect(await leavings()).toEqual([])
  },
)

test('the page that somebody wanted to see is where they go', async () => {
  signInAsRole('cliente')
  openProductPath('/auth', { next: '/client?tab=settings' })

  await waitFor(() => expect(path() + window.location.search).toBe('/client?tab=settings'))
})

test.each([...elsewhere, 'constructor', '__proto__'])(
  'a return from Google with the problem %s ends at sign-in',
  async (problem) => {
    openProductPath(`/auth?oauth=google&problem=${encodeURIComponent(problem)}`)

    expect(await screen.findByText('Error al procesar la autenticación con Google')).toBeDefined()
    await waitFor(() => expect(path() + window.location.search).toBe('/auth'))
  },
)

test.each(['state', 'redirect_uri', 'next', 'redirect'])(
  'a return from Google goes to the panel, whatever `%s` says',
  async (name) => {
    signInAsRole('cliente', createGoogleSessionFields({ assured: true, mfaEnabled: true }))
    openProductPath(`/oauth-callback?code=c&${name}=${evil}`)

    await waitFor(() => expect(replaceWithMock).toHaveBeenCalledExactlyOnceWith('/client'))
    expect(leaveForMock).not.toHaveBeenCalled()
  },
)

test('AUTH-17 DATA-32 the visit to Google takes nothing of the address along', async () => {
  openProductPath(`/oauth-callback?start=1&nonce=n&state=${evil}&redirect_uri=${evil}&next=${evil}`)

  await waitFor(() =>
    expect(amplifyAuthMocks.signInWithRedirect).toHaveBeenCalledExactlyOnceWith({
      provider: 'Google',
      options: { prompt: 'SELECT_ACCOUNT' },
    }),
  )
})

test.each([
  [`#type=recovery&redirect_to=${evil}`, '/reset-password'],
  [`#access_token=t&redirect_to=${evil}`, '/pago-exitoso'],
])('a hash leads nowhere but to a page of this site: %s', async (hash, end) => {
  openProductPath(`/pago-exitoso${hash}`)

  await waitFor(() => expect(path()).toBe(end))
  await screen.findByRole('heading', { level: 1 })
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('a path that looks like another site is a page that is not found, also behind a token', async () => {
  openProductPath(`${window.location.origin}//evil.example/x#access_token=t`)

  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeDefined()
  expect(window.location.hash).toBe('')
})

test.each(['redirect', 'next', 'redirect_to'])(
  'the link of a verification mail goes to the panel, whatever `%s` says',
  async (name) => {
    fakeApi.answer('POST /account/verify-address', { state: 'verified' })
    openProductPath(`/auth/callback?email=lucia%40example.com&proof=${'p'.repeat(43)}&${name}=${evil}`)

    const onward = await screen.findByRole('link', { name: 'Continuar' })

    expect(onward.getAttribute('href')).toBe('/client')
    await vi.advanceTimersByTimeAsync(2000)
    await waitFor(() => expect(path()).toBe('/auth'), { timeout: 3000 })
  },
)
