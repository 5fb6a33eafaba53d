import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { type AuthState, AuthProvider, useAuth } from '../../../frontend/src/api/auth.tsx'
import { callApi } from '../../../frontend/src/api/call-api.ts'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { amplifyAuthMocks, createCognitoError, stubCognitoTokens } from '../../support/browser-app.tsx'
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

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const jwt = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

function keep(access: string, id: string, storage = window.localStorage) {
  const prefix = 'CognitoIdentityServiceProvider.client'
  storage.setItem(`${prefix}.LastAuthUser`, 'ana.lópez@example.com')
  storage.setItem(`${prefix}.ana.lópez@example.com.accessToken`, access)
  storage.setItem(`${prefix}.ana.lópez@example.com.idToken`, id)
  storage.setItem(`${prefix}.ana.lópez@example.com.clockDrift`, '0')
}

const access = (exp: number) => jwt({ sub: 'sub-1', exp })
const id = (exp: number) => jwt({ sub: 'sub-1', exp, email: 'ana.lópez@example.com' })

test.each(['localStorage', 'sessionStorage'] as const)(
  'who comes back with tokens that hold, in %s, is known without the library that fetches them',
  async (place) => {
    stubCognitoTokens('cliente')
    const token = access(inSeconds(900))
    keep(token, id(inSeconds(900)), window[place])

    start()
    await screen.findByText('ana.lópez@example.com')

    expect(amplifyAuthMocks.fetchAuthSession).not.toHaveBeenCalled()
    expect(fakeApi.asked('GET /account/session')).toMatchObject([{ authorization: `Bearer ${token}` }])
  },
)

test.each([
  ['is over', () => access(inSeconds(-60)), 900],
  ['is over before its request arrives', () => access(inSeconds(3)), 900],
  ['is over, of the name', () => access(inSeconds(900)), -60],
  ['cannot be read', () => 'access-token', 900],
])('a token that %s is fetched anew', async (_, createAccessToken, idSeconds) => {
  keep(createAccessToken(), id(inSeconds(idSeconds)))
  stubCognitoTokens('cliente')

  start()
  await screen.findByText('lucia@example.com')

  expect(fakeApi.asked('GET /account/session')).toMatchObject([{ authorization: 'Bearer access-token' }])
})

const networkError = createCognitoError('NetworkError', 'A network error has occurred.')

test('who comes back with tokens that have ended, while Cognito cannot be reached, stays known, and goes on once it can', async () => {
  stubCognitoTokens('cliente')
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(networkError)
  keep(access(inSeconds(-60)), id(inSeconds(-60)))

  start()
  await vi.waitUntil(() => auth.session !== null)
  expect(auth.session?.email).toBe('ana.lópez@example.com')
  expect(fakeApi.asked('GET /account/session')).toEqual([])

  stubCognitoTokens('cliente')
  await act(() => auth.recheck())

  expect(await screen.findByText('lucia@example.com')).toBeDefined()
})

test.each(['NotAuthorizedException', 'UserNotFoundException'])(
  'tokens that Cognito refuses with %s end the session',
  async (name) => {
    stubCognitoTokens('cliente')
    amplifyAuthMocks.fetchAuthSession.mockRejectedValue(createCognitoError(name))
    keep(access(inSeconds(-60)), id(inSeconds(-60)))

    start()

    expect(await screen.findByText('nobody')).toBeDefined()
  },
)

test('an answer that waits for tokens says that there is no connection while Cognito cannot be reached', async () => {
  amplifyAuthMocks.fetchAuthSession.mockRejectedValue(networkError)
  keep(access(inSeconds(-60)), id(inSeconds(-60)))

  await expect(callApi(apiContract.ownSupplements.listMine, { query: {} })).rejects.toThrow(
    'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
  )
})
