import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from '../../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../../frontend/src/api/endpoint-query.ts'
import { amplifyAuthMocks, stubCognitoTokens } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

function Probe() {
  const { loading, user } = useAuth()
  return <output>{loading ? 'loading' : (user?.email ?? 'nobody')}</output>
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
