import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSecretReader } from '#platform/secrets'

function aSecret(text: string | undefined) {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  const manager = mockClient(SecretsManagerClient)
  onTestFinished(() => {
    manager.restore()
    vi.unstubAllEnvs()
  })
  const holds = (held: string | undefined) =>
    manager.on(GetSecretValueCommand, { SecretId: 'origin' }).resolves({ ...(held && { SecretString: held }) })
  holds(text)
  const clock = { now: new Date('2026-11-21T09:00:00Z') }
  return { clock, holds, read: createSecretReader('origin', { wallClock: () => clock.now }) }
}

test('a secret that was rotated is the new one after five minutes, without a deployment, and not asked for before', async () => {
  const { clock, holds, read } = aSecret('old')
  await read()
  holds('new')

  clock.now = new Date('2026-11-21T09:04:59Z')
  const before = await read()
  clock.now = new Date('2026-11-21T09:05:00Z')
  const after = await read()

  expect([before, after]).toEqual(['old', 'new'])
})

test('a secret without a text is a fault that names it', async () => {
  await expect(aSecret(undefined).read()).rejects.toThrow('secret origin holds no text')
})
