import { GetSecretValueCommand, ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretsManagerStandIn } from '../../bin/local/secrets.ts'
import { verifyAwsSignature } from '../../bin/local/sigv4.ts'
import { listenOnFreePort } from './cognito/running-user-pool.ts'

const key = { accessKeyId: 'local', secretAccessKey: 'local-secret', region: 'eu-west-1', service: 'secretsmanager' }
const standIn = createSecretsManagerStandIn({
  secrets: { 'stripe/secret': 'sk_test_local', 'stripe/webhook': 'whsec_local' },
  verifyIam: (request, body) => verifyAwsSignature(request, body, key),
})
let server: Awaited<ReturnType<typeof listenOnFreePort>>

const clientWith = (secretAccessKey: string) =>
  new SecretsManagerClient({
    endpoint: `${server.url}/_local/secrets`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey },
    maxAttempts: 1,
  })

beforeEach(async () => {
  server = await listenOnFreePort((request, response) => void standIn.answer(request, response))
})
afterEach(() => server.close())

test('a secret is found by name and by ARN', async () => {
  const secrets = clientWith('local-secret')

  const byName = await secrets.send(new GetSecretValueCommand({ SecretId: 'stripe/webhook' }))
  const byArn = await secrets.send(new GetSecretValueCommand({ SecretId: byName.ARN }))

  expect(byName).toMatchObject({ Name: 'stripe/webhook', SecretString: 'whsec_local', VersionStages: ['AWSCURRENT'] })
  expect(byArn.SecretString).toBe('whsec_local')
})

test.each(['stripe/other', 'constructor'])('the secret %s does not exist', async (SecretId) => {
  const attempt = clientWith('local-secret').send(new GetSecretValueCommand({ SecretId }))

  await expect(attempt).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

test('secrets can be read and nothing else', async () => {
  await expect(clientWith('local-secret').send(new ListSecretsCommand({}))).rejects.toMatchObject({
    name: 'UnknownOperationException',
  })
})

test('a caller with another key reads nothing', async () => {
  const attempt = clientWith('guessed').send(new GetSecretValueCommand({ SecretId: 'stripe/secret' }))

  await expect(attempt).rejects.toMatchObject({ name: 'InvalidSignatureException' })
})
