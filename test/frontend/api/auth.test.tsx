import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/preact'
import { Hub } from 'aws-amplify/utils'
import { expect, test, vi } from 'vitest'
import { emitAuthEvent, type AuthEvent } from '../../../frontend/src/api/auth-events.ts'
import { type AuthState, AuthProvider, useAuth } from '../../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { amplifyAuthMocks, stubCognitoTokens, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

let auth: AuthState

function Probe() {
  // oxlint-disable-next-line react/globals -- what the context holds is what the test looks at
  auth = useAuth()
  return <output>{auth.loading ? 'loading' : (auth.user?.email ?? 'nobody')}</output>
}

const start = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <Probe />
      </AuthProvider>
    </QueryClientProvider>,
  )

const email = 'lucia@example.com'
const roleAsked = () => fakeApi.asked('GET /account/session')
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** The tokens that the page has read: any made later would look like another tab's. */
const keepTokens = async () => {
  const read: unknown = await amplifyAuthMocks.fetchAuthSession.mock.results[0]?.value
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue(read)
  return read
}
const untilRefresh = () => (auth.session?.expiresAt ?? 0) - 90_000 - Date.now()
const refreshes = () => amplifyAuthMocks.fetchAuthSession.mock.calls.filter(([asked]) => asked?.forceRefresh).length

test.each([
  ['cliente', false],
  ['administrador', true],
] as const)('AUTH-33 DATA-01 the context says who a %s is, and for how long', async (role, isAdmin) => {
  signInAsRole(role)
  start()
  await screen.findByText(email)

  expect(auth).toMatchObject({
    user: { userId: 'sub-1', email },
    session: { userId: 'sub-1', email, expiresAt: expect.any(Number) },
    userRole: role,
    isAdmin,
    loading: false,
  })
})

test('DATA-01 A-04 the tokens themselves stay with Amplify', async () => {
  signInAsRole('cliente')
  start()
  await screen.findByText(email)

  expect(JSON.stringify(auth)).not.toContain('access-token')
})

test('AUTH-31 DATA-18 with a user the role is asked for in one call, with a second factor and verified address', async () => {
  signInAsRole('cliente', { mfaEnabled: true })
  start()
  await screen.findByText(email)

  expect(roleAsked()).toHaveLength(1)
  expect(auth.account).toMatchObject({
    role: 'cliente',
    mfaEnabled: true,
    emailVerifiedAt: '2026-10-01T09:00:00Z',
  })
})

test('AUTH-31 without a user nothing is asked, and there is no role', async () => {
  start()
  await screen.findByText('nobody')

  expect(auth).toMatchObject({ user: null, session: null, userRole: null, isAdmin: false })
  expect(roleAsked()).toHaveLength(0)
})

test('AUTH-29 AUTH-31 signed in: the user appears, with the role; signed out: both are cleared', async () => {
  signInAsRole('administrador')
  start()
  await screen.findByText(email)
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})

  void act(() => Hub.dispatch('auth', { event: 'signedOut' }))
  await screen.findByText('nobody')
  expect(auth).toMatchObject({ userRole: null, isAdmin: false })
  stubCognitoTokens('cliente')
  void act(() => Hub.dispatch('auth', { event: 'signedIn' }))

  await screen.findByText(email)
  expect(auth.userRole).toBe('cliente')
})

test('AUTH-29 a token that was refreshed brings its own end', async () => {
  signInAsRole('cliente')
  start()
  await screen.findByText(email)
  const before = auth.session?.expiresAt ?? 0
  await pass(60_000)

  void act(() => Hub.dispatch('auth', { event: 'tokenRefresh' }))

  await waitFor(() => expect(auth.session?.expiresAt).toBeGreaterThan(before))
})

test.each<AuthEvent>(['userUpdated', 'mfaVerified'])(
  'AUTH-29 %s: what the account is now is asked again',
  async (event) => {
    signInAsRole('cliente')
    start()
    await screen.findByText(email)
    stubCognitoTokens('cliente', { mfaEnabled: true })

    void act(() => emitAuthEvent(event))

    await waitFor(() => expect(auth.account?.mfaEnabled).toBe(true))
  },
)

test('AUTH-32 A-04 a session is refreshed ninety seconds before it ends, and not sooner', async () => {
  signInAsRole('cliente')
  start()
  await screen.findByText(email)
  await keepTokens()

  await pass(untilRefresh() - 5000)
  expect(refreshes()).toBe(0)
  // Not longer: the refreshed tokens have the same age here, and would be refreshed again a second later.
  await pass(5000)

  await waitFor(() => expect(refreshes()).toBe(1))
})

test('AUTH-32 what another tab has refreshed is taken over and not refreshed again', async () => {
  signInAsRole('cliente')
  start()
  await screen.findByText(email)
  const before = auth.session?.expiresAt ?? 0

  await pass(untilRefresh() + 5000)

  await waitFor(() => expect(auth.session?.expiresAt).toBeGreaterThan(before))
  expect(refreshes()).toBe(0)
})

test('LIM-18 a refresh that fails is tried again after 200 ms, and each time after twice as long', async () => {
  signInAsRole('cliente')
  start()
  await screen.findByText(email)
  const tries: number[] = []
  const tokens = await keepTokens()
  amplifyAuthMocks.fetchAuthSession.mockImplementation(async (asked) => {
    if (!asked?.forceRefresh) return tokens
    tries.push(Date.now())
    throw new TypeError('Failed to fetch')
  })

  await pass(untilRefresh() + 2500)

  const waits = tries.slice(1).map((at, index) => Math.round((at - (tries[index] ?? 0)) / 100) * 100)
  expect(waits).toEqual([200, 400, 800])
  expect(auth.user).not.toBeNull()
})

test('AUTH-32 A-04 a sign-in that another tab keeps with the browser is one here too', async () => {
  start()
  await screen.findByText('nobody')
  stubCognitoTokens('cliente')
  window.localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'sub-1')

  void act(() => {
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'CognitoIdentityServiceProvider.client.sub-1.accessToken' }),
    )
  })
  await pass(1500)

  expect(await screen.findByText(email)).toBeDefined()
})

test('AUTH-32 what another tab stores besides tokens is no sign-in', async () => {
  start()
  await screen.findByText('nobody')
  stubCognitoTokens('cliente')

  void act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  })
  await pass(2000)

  expect(amplifyAuthMocks.fetchAuthSession).not.toHaveBeenCalled()
})
