import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { listContractRoutes } from '../../bin/local/api-route.ts'
import { createLocalJwtAuthorizer } from '../../bin/local/authorizer.ts'
import { createApiGatewayStandIn } from '../../bin/local/gateway.ts'

const issuer = 'http://localhost/pool'
const clientId = 'client'
const MOVED_ON = '2027-02-20T08:00:00.000Z'

interface Event {
  readonly routeKey: string
  readonly headers: Record<string, string>
  readonly pathParameters: Record<string, string>
  readonly queryStringParameters: Record<string, string>
  readonly body?: string
  readonly isBase64Encoded: boolean
  readonly requestContext: { readonly authorizer?: { readonly jwt: { readonly claims: Record<string, string> } } }
}

async function aGateway(
  handler: (event: unknown) => Promise<unknown> = async (event) => echoed(event),
  limits: { readonly timeoutMs?: number } = {},
) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }
  const called: string[] = []
  const functions = {
    load: async (path: string) => {
      called.push(path)
      return handler
    },
  }
  const authorize = createLocalJwtAuthorizer({ jwks: () => jwks, issuer, audience: [clientId] })
  const gateway = createApiGatewayStandIn({
    functions,
    routes: listContractRoutes(),
    originHeaders: { 'x-origin-secret': 'local-origin-secret' },
    authorize,
    clock: { now: () => new Date(MOVED_ON) },
    ...limits,
  })
  const server = createServer((request, response) => void gateway(request, response))
  const site = await listening(server)
  const token = (claims: JWTPayload = {}, key = privateKey, lifetime = '15m', pool = issuer) =>
    new SignJWT({ sub: 'ana', token_use: 'access', scope: 'app/use', client_id: clientId, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(pool)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(key)
  return { site, token, called }
}

const echoed = async (event: unknown) => ({ statusCode: 200, body: JSON.stringify(event) })

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const asking = (site: string, path: string, token?: string) =>
  fetch(site + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })

test('a route of the contract reaches the handler of its domain with parameters, query and claims as text', async () => {
  const { site, token, called } = await aGateway()

  const answer = await asking(
    site,
    '/api/customers/cus_a%20b/payments?limit=5',
    await token({ scope: 'app/admin', 'cognito:groups': ['administrador', 'otro'], auth_time: 5 }),
  )

  const event = (await answer.json()) as Event
  expect(called).toEqual(['payments/handler'])
  expect(event.routeKey).toBe('GET /customers/{customerId}/payments')
  expect(event.pathParameters).toEqual({ customerId: 'cus_a b' })
  expect(event.queryStringParameters).toEqual({ limit: '5' })
  expect(event.requestContext.authorizer?.jwt.claims).toMatchObject({
    'cognito:groups': '[administrador otro]',
    auth_time: '5',
  })
})

test('a fixed path wins over one with a parameter', async () => {
  const { site, token } = await aGateway()

  const answer = await asking(site, '/api/customers/current', await token())

  expect(((await answer.json()) as Event).routeKey).toBe('GET /customers/current')
})

test('the request carries the secret of the website, whatever the caller wrote in its place', async () => {
  const { site } = await aGateway()

  const answer = await fetch(`${site}/api/health`, {
    headers: { 'x-origin-secret': 'mine', 'x-forwarded-for': '203.0.113.9' },
  })

  const { headers } = (await answer.json()) as Event
  expect(headers['x-origin-secret']).toBe('local-origin-secret')
  expect(headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1, 127.0.0.1')
})

test('a page of this machine says from which network it calls, and what is no address is not believed', async () => {
  const { site } = await aGateway()
  const hopsOf = async (address: string) => {
    const answer = await fetch(`${site}/api/health`, { headers: { 'x-local-address': address } })
    return ((await answer.json()) as Event).headers['x-forwarded-for']
  }

  expect(await hopsOf('198.18.0.7')).toBe('198.18.0.7, 127.0.0.1')
  expect(await hopsOf('2001:db8::1')).toBe('2001:db8::1, 127.0.0.1')
  expect(await hopsOf('198.18.0.7, 203.0.113.9')).toBe('127.0.0.1, 127.0.0.1')
})

test('bytes that are not text arrive as base64, and text as it was sent', async () => {
  const { site } = await aGateway()
  const post = (type: string, body: BodyInit) =>
    fetch(`${site}/api/stripe/webhook`, { method: 'POST', headers: { 'content-type': type }, body })

  const bytes = (await (await post('application/octet-stream', new Uint8Array([255, 0]))).json()) as Event
  const text = (await (await post('application/json', '{ "a" : 1 }')).json()) as Event

  expect(bytes).toMatchObject({ isBase64Encoded: true, body: '/wA=' })
  expect(text).toMatchObject({ isBase64Encoded: false, body: '{ "a" : 1 }' })
})

test.each([
  ['no token', async () => undefined],
  ['a token of another key', async ({ token }: Gateway) => token({}, (await generateKeyPair('RS256')).privateKey)],
  [
    'a token of another pool, though it were signed with the same key',
    async ({ token }: Gateway) => token({}, undefined, undefined, 'http://localhost/another-pool'),
  ],
  ['a token that has expired', async ({ token }: Gateway) => token({}, undefined, '-1s')],
  ['a token of another client', async ({ token }: Gateway) => token({ client_id: 'other' })],
  [
    'an unsigned token',
    async () =>
      new UnsecuredJWT({ sub: 'ana', scope: 'app/use', client_id: clientId })
        .setIssuer(issuer)
        .setExpirationTime('15m')
        .encode(),
  ],
  ['a token whose payload was changed', async ({ token }: Gateway) => tampered(await token())],
  ['something that is no token', async () => 'abc'],
])('%s is answered with 401 and no handler is called', async (_, tokenOf) => {
  const gateway = await aGateway()

  const answer = await asking(gateway.site, '/api/customers/current', await tokenOf(gateway))

  expect(answer.status).toBe(401)
  expect(gateway.called).toEqual([])
})
type Gateway = Awaited<ReturnType<typeof aGateway>>

const tampered = (token: string) => {
  const [header, payload = '', signature] = token.split('.')
  const claims = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), sub: 'eva' }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

test.each([
  ['an ID token', { scope: undefined, aud: clientId, token_use: 'id' }],
  ["a client's token on a route of administrators", { scope: 'app/use' }],
])('%s lacks the scope and is answered with 403', async (_, claims) => {
  const { site, token, called } = await aGateway()

  const answer = await asking(site, '/api/customers', await token(claims))

  expect(answer.status).toBe(403)
  expect(called).toEqual([])
})

test('what is not in the contract is not found', async () => {
  const { site } = await aGateway()

  expect((await asking(site, '/api/secrets/all')).status).toBe(404)
  expect((await fetch(`${site}/api/hello-world`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${site}/api/health`, { method: 'DELETE' })).status).toBe(404)
})

test.each(['health', 'hello-world', 'simple-test', 'auth-register', 'diagnostic-connectivity', 'test-connectivity'])(
  'FUN-13 A-75 %s reaches the function of the health check, and takes no path from another route',
  async (name) => {
    const { site, token, called } = await aGateway()

    const answer = await asking(site, `/api/${name}`)
    await asking(site, '/api/payments', await token())

    const { routeKey, pathParameters } = (await answer.json()) as Event
    expect(routeKey).toBe('GET /{check}')
    expect(pathParameters).toEqual({ check: name })
    expect(called).toEqual(['security/handler', 'payments/handler'])
  },
)

test('a handler that ends in an error is answered with 500 and nothing more', async () => {
  const { site } = await aGateway(async () => Promise.reject(new Error('the password is hunter2')))

  const answer = await asking(site, '/api/health')

  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Internal Server Error' })
})

test('a handler that does not answer in time is answered for by the gateway', async () => {
  const { site } = await aGateway(() => new Promise(() => {}), { timeoutMs: 20 })

  const answer = await asking(site, '/api/health')

  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ message: 'Service Unavailable' })
})

test('a body over ten megabytes is refused before any handler sees it', async () => {
  const { site, called } = await aGateway()

  const answer = await fetch(`${site}/api/payments/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'a'.repeat(10 * 1024 * 1024 + 1),
  })

  expect(answer.status).toBe(413)
  expect(called).toEqual([])
})

test('an answer says what time it is by the clock of the product', async () => {
  const { site } = await aGateway()

  const answers = await Promise.all([asking(site, '/api/health'), asking(site, '/api/nowhere')])

  expect(answers.map(({ headers }) => headers.get('date'))).toEqual(
    Array.from({ length: 2 }, () => 'Sat, 20 Feb 2027 08:00:00 GMT'),
  )
})
