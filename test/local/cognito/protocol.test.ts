import { AdminGetUserCommand, ListUsersCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyAwsSignature } from '../../../bin/local/sigv4.ts'
import {
  testPoolClientId,
  testPassword,
  testUserPoolId,
  startUserPool,
  type RunningUserPool,
} from './running-user-pool.ts'

let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
})
afterEach(() => pool.close())

const post = (operation: string, body: string) =>
  fetch(`${pool.publicUrl}/`, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body,
  })

async function withKey(secretAccessKey: string): Promise<void> {
  await pool.close()
  const key = { accessKeyId: 'local', secretAccessKey, region: 'eu-west-1', service: 'cognito-idp' }
  pool = await startUserPool({ verifyIam: (request, body) => verifyAwsSignature(request, body, key) })
}

test.each(['LaunchRocket', 'constructor', ''])('the unknown operation "%s" is refused', async (operation) => {
  const response = await post(operation, '{}')

  expect(response.status).toBe(400)
  expect(response.headers.get('x-amzn-errortype')).toBe('UnknownOperationException')
})

test.each(['{"ClientId":', '[]', '"text"'])('the body %s is refused as no structure', async (body) => {
  const response = await post('SignUp', body)

  expect([response.status, await response.json()]).toMatchObject([400, { __type: 'SerializationException' }])
})

test('a body over 1 MB is refused', async () => {
  const response = await post('SignUp', JSON.stringify({ Password: 'x'.repeat(1024 * 1024) }))

  expect(response.status).toBe(413)
})

test.each([{ Username: 7 }, { Username: {} }, {}])(
  'the parameters %o are refused, not stumbled over',
  async (input) => {
    const silence = vi.spyOn(console, 'error').mockReturnValue()

    const response = await post('ForgotPassword', JSON.stringify({ ClientId: testPoolClientId, ...input }))

    expect([response.status, await response.json()]).toMatchObject([400, { __type: 'InvalidParameterException' }])
    silence.mockRestore()
  },
)

test('another client or another pool is not found', async () => {
  const foreignClient = new SignUpCommand({ ClientId: 'else', Username: 'a@example.com', Password: testPassword })
  const foreignPool = new ListUsersCommand({ UserPoolId: 'eu-west-1_Else' })

  await expect(pool.sdk.send(foreignClient)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await expect(pool.sdk.send(foreignPool)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

test('a browser of another origin may ask', async () => {
  const response = await fetch(`${pool.publicUrl}/`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-amz-target,content-type' },
  })

  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toContain('x-amz-target')
})

test("the backend's operations need a signature that holds", async () => {
  pool.cognito().seedUser({ email: 'ana@example.com', password: testPassword })
  const getUser = () =>
    pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: 'ana@example.com' }))

  await withKey('another-secret')
  await expect(getUser()).rejects.toMatchObject({ name: 'InvalidSignatureException' })

  await withKey('local-secret')
  pool.cognito().seedUser({ email: 'ana@example.com', password: testPassword })
  await expect(getUser()).resolves.toMatchObject({ Enabled: true })
})

test("the backend's operations without any signature are refused, the browser's are not", async () => {
  await withKey('local-secret')

  const admin = await post('ListUsers', JSON.stringify({ UserPoolId: testUserPoolId }))
  const own = await post('ForgotPassword', JSON.stringify({ ClientId: testPoolClientId, Username: 'ana@example.com' }))

  expect(admin.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException')
  expect(own.status).toBe(200)
})

test('the discovery document names issuer and keys', async () => {
  const { issuer } = pool.cognito()

  const response = await fetch(`${issuer}/.well-known/openid-configuration`)

  expect(await response.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` })
})

test('an unknown path is not found', async () => {
  expect((await fetch(`${pool.publicUrl}/login`)).status).toBe(404)
})
