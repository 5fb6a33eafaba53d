import { readFileSync } from 'node:fs'
import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGoogleCheck } from '../../../bin/deploy/checks/google.ts'
import { createStripeCheck, stripeWebhookEvents } from '../../../bin/deploy/checks/stripe.ts'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createDemoGoogleAccounts } from '../../../bin/local/google/accounts.ts'
import { createGoogleStandIn } from '../../../bin/local/google/google.ts'
import { listenOnFreePort } from '../cognito/running-user-pool.ts'
import { createCheckContext, outputs } from './context.ts'

const secrets = mockClient(SecretsManagerClient)
beforeEach(() => void secrets.reset())

async function askGoogle(secret: string) {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: secret })
  const server = await listenOnFreePort((request, response) => void google.answer(request, response))
  const google = createGoogleStandIn({
    store: openDocumentStore(),
    publicUrl: `${server.url}/google`,
    clientId: 'google-client',
    clientSecret: 'google-secret',
    redirectUris: [],
    accounts: createDemoGoogleAccounts('administracion@example.com'),
  })
  try {
    return await createGoogleCheck(google.tokenUrl)(createCheckContext({ fetch }))
  } finally {
    await server.close()
  }
}

describe('the client at Google', () => {
  test('is known there with its secret; its consent screen has to be looked at by hand', async () => {
    expect(await askGoogle('google-secret')).toEqual({
      state: 'manual',
      sentence: expect.stringContaining('https://habitat.auth.eu-west-1.amazoncognito.com/oauth2/idpresponse'),
    })
  })

  test('is not known there with another', async () => {
    expect((await askGoogle('wrong')).state).toBe('blocked')
  })

  test.for([
    ['invalid_grant', 'manual', 'Google acepta el cliente'],
    ['invalid_client', 'blocked', 'compara lib/stages.ts'],
    ['deleted_client', 'blocked', 'deleted_client'],
    ['disabled_client', 'blocked', 'disabled_client'],
    ['unauthorized_client', 'blocked', 'unauthorized_client'],
    ['redirect_uri_mismatch', 'due', 'Añade en Google Cloud'],
    ['invalid_request', 'due', 'No se ha podido comprobar: Google responde «invalid_request»'],
    ['internal_failure', 'due', 'No se ha podido comprobar'],
    [undefined, 'due', 'No se ha podido comprobar'],
  ] as const)('is accepted only by the answer about the code: %s is %s', async ([error, state, words]) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'google-secret' })
    const fetch = () => Promise.resolve(Response.json({ error }, { status: 400 }))

    expect(await createGoogleCheck()(createCheckContext({ fetch }))).toEqual({
      state,
      sentence: expect.stringContaining(words),
    })
  })

  test('has its secret in the account, or the command is named that puts it there', async () => {
    secrets.on(GetSecretValueCommand).rejects(new ResourceNotFoundException({ $metadata: {}, message: '' }))

    expect(await createGoogleCheck()(createCheckContext())).toEqual({
      state: 'blocked',
      sentence: expect.stringContaining(
        '«read -rs Secreto; printf %s "$Secreto" | aws secretsmanager create-secret --region eu-west-1 --name habitat-interior/prod/google --secret-string file:///dev/stdin»',
      ),
    })
  })
})

describe('Stripe', () => {
  const keys = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1' }
  const endpoint = {
    url: outputs.StripeWebhookUrl,
    status: 'enabled',
    api_version: Stripe.API_VERSION as string | null,
    enabled_events: stripeWebhookEvents as readonly string[],
  }

  const answerEndpoint = () => Promise.resolve(Response.json({ data: [endpoint] }))

  const answerAllButDisputes = (url: string | URL) =>
    Promise.resolve(
      String(url).includes('/disputes') ? Response.json({}, { status: 403 }) : Response.json({ data: [endpoint] }),
    )

  function askStripe(data: readonly object[], given: object = keys) {
    secrets.on(GetSecretValueCommand, { SecretId: 'stripe-secret' }).resolves({ SecretString: JSON.stringify(given) })
    return createStripeCheck()(createCheckContext({ fetch: () => Promise.resolve(Response.json({ data })) }))
  }

  test('tells the stage of payments, in the version of its API that the code was written for', async () => {
    expect((await askStripe([{ ...endpoint, url: 'https://otra.es' }, endpoint])).state).toBe('ready')
    expect((await askStripe([{ ...endpoint, enabled_events: ['*'] }])).state).toBe('ready')
  })

  test.for([
    ['nowhere', undefined, 'crea el destino'],
    ['in the version of the account', { api_version: null }, 'versión de la cuenta'],
    ['in another version', { api_version: '2020-08-27' }, Stripe.API_VERSION],
    ['no more', { status: 'disabled' }, 'desactivado'],
    ['not of refunds', { enabled_events: stripeWebhookEvents.slice(0, 4) }, 'charge.refunded'],
  ] as const)('is found to tell it %s', async ([, change, words]) => {
    expect(await askStripe(change ? [{ ...endpoint, ...change }] : [])).toEqual({
      state: 'due',
      sentence: expect.stringContaining(words),
    })
  })

  test.for([
    ['prod', 'sk_live_1', 'ready', 'Stripe avisa a'],
    ['prod', 'rk_test_1', 'due', 'nadie paga de verdad'],
    ['dev', 'sk_test_1', 'ready', 'Stripe avisa a'],
    ['dev', 'rk_live_1', 'due', 'cobran de verdad'],
  ] as const)('has for %s keys like %s: %s', async ([stageName, secretKey, state, words]) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ ...keys, secretKey }) })
    const context = createCheckContext({ ...chooseDeployment(stageName), fetch: answerEndpoint })

    expect(await createStripeCheck()(context)).toEqual({ state, sentence: expect.stringContaining(words) })
  })

  test('needs a key that may read disputes', async () => {
    secrets
      .on(GetSecretValueCommand, { SecretId: 'stripe-secret' })
      .resolves({ SecretString: JSON.stringify({ ...keys, secretKey: 'rk_live_1' }) })
    expect(await createStripeCheck()(createCheckContext({ fetch: answerAllButDisputes }))).toEqual({
      state: 'due',
      sentence: expect.stringContaining('no puede leer disputas'),
    })
  })

  test('needs its keys, which the first deployment makes a place for', async () => {
    const placeholder = { secretKey: 'fill me in', webhookSecret: 'fill me in' }

    expect((await askStripe([endpoint], placeholder)).sentence).toContain('Faltan las claves de Stripe')
    expect((await createStripeCheck()(createCheckContext({ deployed: undefined }))).state).toBe('due')
  })

  test('is asked for the events that the webhook understands, in the version of the package, by the guide too', () => {
    const understood = [
      ...readFileSync('functions/payments/stripe-webhook.handler.ts', 'utf8').matchAll(/case '([\w.]+)'/g),
    ]
    const guide = readFileSync('docs/deploy.md', 'utf8')

    expect(understood.map(([, event = '']) => event).toSorted((a, b) => a.localeCompare(b))).toEqual(
      stripeWebhookEvents.toSorted((a, b) => a.localeCompare(b)),
    )
    expect(guide).toContain(`api_version=${Stripe.API_VERSION}`)
    for (const event of stripeWebhookEvents) expect(guide).toContain(`enabled_events[]=${event}`)
  })
})
