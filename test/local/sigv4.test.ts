import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AwsSigningKey, SignatureError, type SignedRequest, verifyAwsSignature } from '../../bin/local/sigv4.ts'

const key = { accessKeyId: 'local', secretAccessKey: 'secret/with+signs', region: 'eu-west-1', service: 'kms' }
let overheard: { request: SignedRequest; body: Buffer }

const server = createServer((request, response) => {
  void answer(request).then((reply) =>
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(reply),
  )
})

async function answer(request: IncomingMessage): Promise<string> {
  const { method = 'GET', url = '/', headers } = request
  overheard = { request: { method, url, headers }, body: await buffer(request) }
  return '{"Keys":[]}'
}

async function send(credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = key) {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const client = new KMSClient({
    endpoint: `http://127.0.0.1:${address.port}/a%20b//c!`,
    region: 'eu-west-1',
    credentials,
  })
  await client.send(new ListKeysCommand({ Limit: 5 }))
}

function problem(change: {
  headers?: Record<string, string | undefined>
  request?: Partial<SignedRequest>
  body?: string
  key?: Partial<AwsSigningKey>
  now?: Date
}): string {
  const { request, body } = overheard
  const changed = { ...request, ...change.request, headers: { ...request.headers, ...change.headers } }
  try {
    verifyAwsSignature(changed, change.body ?? body, { ...key, ...change.key }, () => change.now ?? new Date())
    return 'accepted'
  } catch (error) {
    if (error instanceof SignatureError) return `${error.status} ${error.problem}`
    throw error
  }
}

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))
beforeEach(() => send())

test('a request the AWS SDK signed is accepted, whatever its path holds', () => {
  expect(problem({})).toBe('accepted')
})

test('a changed body is refused', () => {
  expect(problem({ body: '{"Limit":6}' })).toBe('403 wrong-payload')
})

test('a changed body is refused even with its own hash in the header', () => {
  const headers = { 'x-amz-content-sha256': createHash('sha256').update('{"Limit":6}').digest('hex') }

  expect(problem({ body: '{"Limit":6}', headers })).toBe('403 mismatch')
})

test.each([
  ['method', { method: 'PUT' }],
  ['path', { url: '/a%20b//d!/' }],
  ['query', { url: '/a%20b//c!/?more=1' }],
])('a changed %s is refused', (_, request) => {
  expect(problem({ request })).toBe('403 mismatch')
})

test('a changed signed header is refused', () => {
  expect(problem({ headers: { 'x-amz-target': 'TrentService.DisableKey' } })).toBe('403 mismatch')
})

test('an AWS header added after signing is refused', () => {
  expect(problem({ headers: { 'x-amz-security-token': 'stolen' } })).toBe('403 unsigned-header')
})

test('a signature that leaves the host out is refused', () => {
  const authorization = String(overheard.request.headers.authorization).replace(';host', '')

  expect(problem({ headers: { authorization } })).toBe('403 unsigned-header')
})

test('another secret is refused', () => {
  expect(problem({ key: { secretAccessKey: 'other' } })).toBe('403 mismatch')
})

test('another access key is refused as unknown', () => {
  expect(problem({ key: { accessKeyId: 'other' } })).toBe('403 unknown-key')
})

test.each([['region', { region: 'us-east-1' }] as const, ['service', { service: 's3' }] as const])(
  'a signature for another %s is refused',
  (_, other) => {
    expect(problem({ key: other })).toBe('403 wrong-scope')
  },
)

test('a signature is accepted for 15 minutes and refused after', () => {
  const signed = Date.now()

  expect(problem({ now: new Date(signed + 14 * 60_000) })).toBe('accepted')
  expect(problem({ now: new Date(signed + 16 * 60_000) })).toBe('403 clock-skew')
  expect(problem({ now: new Date(signed - 16 * 60_000) })).toBe('403 clock-skew')
})

test('a request without a signature is refused as missing its token', () => {
  expect(problem({ headers: { authorization: undefined } })).toBe('403 missing')
})

test.each(['Bearer abc', 'AWS4-HMAC-SHA256 Credential=local', 'AWS4-HMAC-SHA256 '])(
  'the authorization %j is refused as incomplete',
  (authorization) => {
    expect(problem({ headers: { authorization } })).toBe('400 incomplete')
  },
)

test('a date that is no date is refused as incomplete', () => {
  const authorization = String(overheard.request.headers.authorization).replace(/\/\d{8}\//, '/tomorrow/')

  expect(problem({ headers: { authorization, 'x-amz-date': 'tomorrow' } })).toBe('400 incomplete')
})

test('of many keys the one that the request names signs it, and is told', () => {
  const other = { ...key, accessKeyId: 'other', secretAccessKey: 'other' }
  const find = (id: string) => [other, key].find(({ accessKeyId }) => accessKeyId === id)

  expect(verifyAwsSignature(overheard.request, overheard.body, find)).toBe(key)
  expect(() => verifyAwsSignature(overheard.request, overheard.body, () => undefined)).toThrow(
    'The security token included in the request is invalid.',
  )
})

test('temporary credentials are accepted with their session token alone, which the signature covers', async () => {
  await send({ ...key, sessionToken: 'session' })

  expect(problem({ key: { sessionToken: 'session' } })).toBe('accepted')
  expect(problem({ key: { sessionToken: 'of another session' } })).toBe('403 wrong-token')
  expect(problem({})).toBe('403 wrong-token')
  expect(problem({ headers: { 'x-amz-security-token': 'other' }, key: { sessionToken: 'other' } })).toBe('403 mismatch')
})

test('temporary credentials are refused without their session token', () => {
  expect(problem({ key: { sessionToken: 'session' } })).toBe('403 wrong-token')
})
