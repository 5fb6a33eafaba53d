import { generateKeyPair, exportJWK, SignJWT, type JWTPayload } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { buildAuthorizeUrl, fetchRedirectTarget } from './google-and-pool.ts'
import { listenOnFreePort, startUserPool } from './running-user-pool.ts'

const issuer = 'https://accounts.google.example'
const good = { sub: '1', iss: issuer, aud: 'google-client', email: 'ana@example.com' }
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** A provider with arbitrary ID tokens: the pool must accept only Google's. */
async function visitImpostor(change: JWTPayload, forged = false): Promise<URL> {
  const [known, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(known.publicKey)), kid: 'one', alg: 'RS256' }
  const visit = { nonce: '' }
  const impostor = await listenOnFreePort(async (request, response) => {
    const token = new SignJWT({ ...good, nonce: visit.nonce, ...change })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setExpirationTime(change.exp ?? '1h')
    const signed = await token.sign(forged ? foreign.privateKey : known.privateKey)
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : { id_token: signed }))
  })
  const { url } = impostor
  const google = { clientId: 'google-client', clientSecret: 'x', issuer }
  const endpoints = { authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, jwksUrl: `${url}/jwks` }
  const pool = await startUserPool({ google: { ...google, ...endpoints } })
  opened.push(pool, impostor)
  const away = await fetchRedirectTarget(buildAuthorizeUrl(pool))
  visit.nonce = away.searchParams.get('nonce') ?? ''
  const state = away.searchParams.get('state') ?? ''
  return fetchRedirectTarget(`${pool.publicUrl}/oauth2/idpresponse?${new URLSearchParams({ state, code: 'any' })}`)
}

test('an ID token that Google signed for this client and this visit is believed', async () => {
  expect((await visitImpostor({})).searchParams.get('code')).toBeTruthy()
})

test.each([
  ['for another client', { aud: 'other-client' }],
  ['by another issuer', { iss: 'https://evil.example' }],
  ['for another visit', { nonce: 'another' }],
  ['that has expired', { exp: 1 }],
])('an ID token %s is not believed', async (_what, change) => {
  const back = await visitImpostor(change)

  expect([back.searchParams.get('code'), back.searchParams.get('error')]).toEqual([null, 'invalid_request'])
})

test('an ID token signed with a key Google does not publish is not believed', async () => {
  const back = await visitImpostor({}, true)

  expect([back.searchParams.get('code'), back.searchParams.get('error')]).toEqual([null, 'invalid_request'])
})
