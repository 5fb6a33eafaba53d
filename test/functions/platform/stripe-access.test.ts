import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createStripeAccess } from '#platform/stripe-access'

test.for(['sk_live_51QhT2', '{"secretKey":"sk_live_51QhT2"', '{"secretKey":""}'])(
  'a secret of Stripe that holds %s names itself in the error, and not a character of its text',
  async (text) => {
    vi.stubEnv('AWS_REGION', 'eu-west-1')
    const manager = mockClient(SecretsManagerClient)
    onTestFinished(() => {
      manager.restore()
      vi.unstubAllEnvs()
    })
    manager.on(GetSecretValueCommand).resolves({ SecretString: text })
    const access = createStripeAccess('stripe-keys', 'https://api.stripe.com')

    await expect(access.webhookSecret()).rejects.toThrow(/^secret stripe-keys lacks a Stripe key$/)
  },
)
