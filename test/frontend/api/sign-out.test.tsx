import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { PRODUCT_SLUG } from '#contract/product'
import { signInAsRole, openProductPath, REFRESH_TOKEN, stubCognitoTokens } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const endpoint = 'DELETE /account/session'
const path = () => window.location.pathname

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /payments', { items: [], next: null })
})

async function signOut() {
  const person = openProductPath('/client')
  await person.click((await screen.findAllByRole('button', { name: 'Cerrar sesión' }))[0] as HTMLElement)
}

const expectSignedOut = async () => {
  expect(await screen.findByText('Sesión cerrada')).toBeDefined()
  await waitFor(() => expect(path()).toBe('/'))
  expect(window.localStorage).toHaveLength(0)
  expect(screen.getAllByRole('link', { name: /Iniciar sesión/ })).not.toHaveLength(0)
}

test('A-04 DATA-32 our server ends the session first, while the access token still says whose, and then Cognito does', async () => {
  const asked: string[] = []
  fakeApi.answer(endpoint, () => {
    asked.push('server')
    return Response.json({ ended: true })
  })
  fakeApi.answerRevocation(async () => {
    asked.push('cognito')
    return Response.json({})
  })

  await signOut()

  await expectSignedOut()
  expect(asked).toEqual(['server', 'cognito'])
  expect(fakeApi.asked(endpoint)[0]?.authorization).toBe('Bearer access-token')
})

test.each<[string, () => void]>([
  ['our server cannot be reached', () => fakeApi.unreachable(endpoint)],
  ['our server fails', () => fakeApi.fail(endpoint, 500)],
  ['our server has ended the session already', () => fakeApi.refuse(endpoint, 'session-ended')],
  ['Cognito cannot be reached', () => fakeApi.answerRevocation(() => Promise.reject(new TypeError('Failed to fetch')))],
])('A-04 the session is over here although %s', async (_, arrange) => {
  fakeApi.answer(endpoint, { ended: true })
  arrange()

  await signOut()

  await expectSignedOut()
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
})

test('A-04 without any answer nobody waits longer than five seconds', async () => {
  fakeApi.hold(endpoint, { ended: true })

  await signOut()
  expect(await screen.findByText('Cerrando sesión...')).toBeDefined()
  await vi.advanceTimersByTimeAsync(5000)

  await expectSignedOut()
})

test.each<[string, () => () => void]>([
  ['our server', () => fakeApi.hold(endpoint, { ended: true })],
  [
    'Cognito',
    () => {
      fakeApi.answer(endpoint, { ended: true })
      const { promise, resolve } = Promise.withResolvers<Response>()
      fakeApi.answerRevocation(() => promise)
      return () => resolve(Response.json({}))
    },
  ],
])(
  'A-04 when %s answers late, the token of whoever signed out is revoked, and whoever has signed in since stays',
  async (_, hold) => {
    const answer = hold()
    await signOut()
    await vi.advanceTimersByTimeAsync(5000)
    await expectSignedOut()
    stubCognitoTokens('cliente')
    window.localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'sub-2')
    window.localStorage.setItem('CognitoIdentityServiceProvider.client.sub-2.refreshToken', 'of-another')

    answer()
    await vi.advanceTimersByTimeAsync(1000)

    expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
    expect(window.localStorage.getItem('CognitoIdentityServiceProvider.client.sub-2.refreshToken')).toBe('of-another')
  },
)

function moveSessionToThisTab(): void {
  for (const [key, value] of Object.entries(window.localStorage)) {
    window.sessionStorage.setItem(key, value)
    window.localStorage.removeItem(key)
  }
}

const listStoredTokens = () =>
  [window.localStorage, window.sessionStorage]
    .flatMap((storage) => Object.keys(storage))
    .filter((key) => key.startsWith('CognitoIdentityServiceProvider'))

test.each<[string, ended: 'shared' | 'tab', arrange: () => void, revoked: string[]]>([
  ['the session of all tabs is over here too, and has been ended already', 'shared', () => undefined, []],
  ['a session of this tab alone is ended too', 'shared', moveSessionToThisTab, [REFRESH_TOKEN]],
  ['the session of all tabs is ended, where that tab had one of its own', 'tab', () => undefined, [REFRESH_TOKEN]],
])('A-04 by a sign-out in another tab %s', async (_, ended, arrange, revoked) => {
  arrange()
  fakeApi.answer(endpoint, { ended: true })
  openProductPath('/client')
  await screen.findAllByRole('button', { name: 'Cerrar sesión' })
  const otherTab = new BroadcastChannel(`${PRODUCT_SLUG}:auth`)

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  otherTab.postMessage(ended)

  await waitFor(() => expect(listStoredTokens()).toEqual([]))
  otherTab.close()
  expect(fakeApi.revoked()).toEqual(revoked)
  expect(fakeApi.asked(endpoint)).toHaveLength(revoked.length)
})
