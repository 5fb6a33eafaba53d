import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGoogleAccounts } from '../../bin/local/google/accounts.ts'
import { createGoogleStandIn } from '../../bin/local/google/google.ts'
import { castJsonValue } from '../../bin/local/json-protocol.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { listenOnFreePort } from './cognito/running-user-pool.ts'

const redirectUri = 'http://localhost:5173/_local/cognito/oauth2/idpresponse'
const store = openDocumentStore()
let google: ReturnType<typeof createGoogleStandIn>
let server: Awaited<ReturnType<typeof listenOnFreePort>>

const open = (publicUrl: string) =>
  createGoogleStandIn({
    store,
    publicUrl,
    clientId: 'google-client',
    clientSecret: 'google-secret',
    redirectUris: [redirectUri],
    accounts: createDemoGoogleAccounts('administracion@example.com'),
  })

beforeEach(async () => {
  server = await listenOnFreePort((request, response) => void google.answer(request, response))
  google = open(`${server.url}/_local/google`)
})
afterEach(() => server.close())

const address = (changes: Record<string, string> = {}) =>
  `${google.authorizeUrl}?${new URLSearchParams({
    client_id: 'google-client',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'kept',
    nonce: 'once',
    ...changes,
  })}`

async function choose(form: Record<string, string>): Promise<URL> {
  const response = await fetch(address(), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

async function exchange(code: string | null, changes: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code ?? '',
    client_id: 'google-client',
    client_secret: 'google-secret',
    redirect_uri: redirectUri,
    ...changes,
  })
  const response = await fetch(google.tokenUrl, { method: 'POST', body })
  return castJsonValue<{ id_token: string; error?: string }>(await response.json())
}

test('the chooser shows the accounts in Spanish', async () => {
  const page = await (await fetch(address())).text()

  expect(page).toContain('<html lang="es">')
  expect(page).toContain('Elija una cuenta')
  expect(page).toContain('Lucía Ferrer')
  expect(page).toContain('sin.verificar@example.com · correo sin verificar')
  expect(page).toContain('administracion@example.com')
})

test('a chosen person becomes an ID token that verifies against the published keys', async () => {
  const back = await choose({ subject: '100000000000000000001' })
  const { id_token } = await exchange(back.searchParams.get('code'))

  const { payload } = await jwtVerify(id_token, createRemoteJWKSet(new URL(google.jwksUrl)), {
    issuer: google.issuer,
    audience: 'google-client',
  })

  expect(back.searchParams.get('state')).toBe('kept')
  expect(payload).toMatchObject({
    sub: '100000000000000000001',
    email: 'lucia.ferrer@example.com',
    email_verified: true,
    given_name: 'Lucía',
    family_name: 'Ferrer',
    nonce: 'once',
  })
})

test.each([
  ['on', true],
  ['', false],
])('an account added with the box at "%s" has a verified address: %s', async (verified, expected) => {
  const form = { action: 'add', name: 'Nora <b>Campos</b>', email: `nora.${expected}@example.com`, verified }
  const back = await choose(form)

  const claims = decodeJwt((await exchange(back.searchParams.get('code'))).id_token)

  expect(claims).toMatchObject({ email: form.email, email_verified: expected })
  expect(await (await fetch(address())).text()).not.toContain('<b>Campos')
})

test('an added account keeps its subject', async () => {
  const form = { action: 'add', name: 'Iván Soto', email: 'ivan@example.com', verified: 'on' }
  const subjectOf = async () => {
    const back = await choose(form)
    return decodeJwt((await exchange(back.searchParams.get('code'))).id_token).sub
  }

  expect(await subjectOf()).toBe(await subjectOf())
})

test.each([
  { action: 'add', name: '', email: 'x@example.com' },
  { action: 'add', name: 'X', email: 'x' },
  { subject: '9' },
])('the choice %o is refused', async (form) => {
  const response = await fetch(address(), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

  expect(response.status).toBe(400)
})

test('cancelling leads back with access_denied', async () => {
  const back = await choose({ action: 'cancel' })

  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'kept' })
})

test.each([
  ['client secret', { client_secret: 'guessed' }, 'invalid_client'],
  ['return address', { redirect_uri: 'http://localhost/else' }, 'invalid_grant'],
  ['code', { code: 'guessed' }, 'invalid_grant'],
])('an exchange with the wrong %s is refused', async (_what, changes, error) => {
  const back = await choose({ subject: '100000000000000000001' })

  expect(await exchange(back.searchParams.get('code'), changes)).toEqual({ error })
})

test('a code works once', async () => {
  const code = (await choose({ subject: '100000000000000000001' })).searchParams.get('code')
  await exchange(code)

  expect(await exchange(code)).toEqual({ error: 'invalid_grant' })
})

test.each([{ redirect_uri: 'https://evil.example/' }, { client_id: 'somebody' }])(
  'a visit with %o ends on a page, not at the address it names',
  async (changes) => {
    const response = await fetch(address(changes), { redirect: 'manual' })

    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  },
)

test('the key survives a restart', async () => {
  const keys = async () => (await fetch(google.jwksUrl)).json() as Promise<unknown>
  const before = await keys()

  google = open(`${server.url}/_local/google`)

  expect(await keys()).toEqual(before)
})
