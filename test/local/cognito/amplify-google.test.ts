import { Amplify, type ResourcesConfig } from 'aws-amplify'
import * as auth from 'aws-amplify/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  fetchRedirectTarget,
  luciaGoogleAccount,
  startGoogleAndPool,
  type RunningGoogleAndPool,
} from './google-and-pool.ts'
import { testCallbackUrl, testPoolClientId, testUserPoolId } from './running-user-pool.ts'

let pool: RunningGoogleAndPool

beforeEach(async () => {
  pool = await startGoogleAndPool()
  vi.spyOn(console, 'warn').mockReturnValue()
  // The parts of a window that Amplify uses in this flow.
  vi.stubGlobal('window', { location: new URL(testCallbackUrl), addEventListener: () => undefined })
  speakHttpToLoopback()
  configure({
    loginWith: {
      oauth: {
        domain: pool.publicUrl.replace('http://', ''),
        scopes: ['openid', 'email', 'profile'],
        redirectSignIn: [testCallbackUrl],
        redirectSignOut: ['http://localhost:5173/'],
        responseType: 'code',
      },
    },
  })
})
afterEach(async () => {
  // Without an OAuth domain signing out does not redirect.
  configure({})
  await auth.signOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await pool.close()
})

type CognitoConfig = NonNullable<ResourcesConfig['Auth']>['Cognito']

function configure(more: Pick<CognitoConfig, 'loginWith'>): void {
  const cognito = {
    userPoolId: testUserPoolId,
    userPoolClientId: testPoolClientId,
    userPoolEndpoint: `${pool.publicUrl}/`,
  }
  Amplify.configure({ Auth: { Cognito: { ...cognito, ...more } } })
}

/** Amplify always writes `https://` before the OAuth domain; in the browser a build plugin rewrites it. */
function speakHttpToLoopback(): void {
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    original(typeof input === 'string' ? input.replace('https://127.0.0.1', 'http://127.0.0.1') : input, init),
  )
}

function visitAs(choice: Record<string, string>) {
  return async (url: string) => {
    const chooser = await fetchRedirectTarget(url.replace('https:', 'http:'))
    const backAtPool = await fetchRedirectTarget(chooser.href, choice)
    return { type: 'success' as const, url: (await fetchRedirectTarget(backAtPool.href)).href }
  }
}

test('signInWithRedirect ends with the tokens of the chosen person, below a mount path too', async () => {
  const authSessionOpener = visitAs({ subject: luciaGoogleAccount.subject })

  await auth.signInWithRedirect({ provider: 'Google', options: { authSessionOpener } })

  const { tokens } = await auth.fetchAuthSession()
  expect(tokens?.idToken?.payload).toMatchObject({ email: luciaGoogleAccount.email })
  expect(tokens?.accessToken.payload['scope']).toBe('openid email profile')
})

test('a sign-in by Google is refreshed like any other', async () => {
  await auth.signInWithRedirect({
    provider: 'Google',
    options: { authSessionOpener: visitAs({ subject: luciaGoogleAccount.subject }) },
  })

  const { tokens } = await auth.fetchAuthSession({ forceRefresh: true })

  expect(tokens?.accessToken.payload['scope']).toContain('openid')
})

test('cancelling at Google fails the sign-in', async () => {
  const authSessionOpener = visitAs({ action: 'cancel' })

  const attempt = auth.signInWithRedirect({ provider: 'Google', options: { authSessionOpener } })

  await expect(attempt).rejects.toMatchObject({ name: 'OAuthSignInException' })
})
