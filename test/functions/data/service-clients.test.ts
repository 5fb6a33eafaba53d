import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FUNCTION_SECONDS, openServiceClient } from '#data/service-clients'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import { createSecretReader } from '#platform/secrets'
import { createCognitoPasswordAccess } from '../../../functions/account/public/cognito-password-access.ts'
import {
  createLambdaHandler as serveSignUp,
  createLambdaServices,
} from '../../../functions/account/pre-sign-up.handler.ts'
import { createSignUpSweepUserAccess } from '../../../functions/account/sign-up-sweep.ts'
import { createUserPoolSignUpAccess } from '../../../functions/account/user-pool-sign-up-access.ts'
import { createServiceHealthChecks } from '../../../functions/diagnostics/service-health-checks.ts'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createMailServices } from '../../../functions/mail/services.ts'
import { createCognitoAuthenticatorAccess } from '../../../functions/mfa/authenticators.ts'
import { createTotpSecretCipher } from '../../../functions/mfa/totp-secret-cipher.ts'
import { createReceiptPdfStorage } from '../../../functions/payments/public/receipt-files.ts'
import { createRetentionArchive } from '../../../functions/privacy/archive.ts'
import { createErasableFileStorage } from '../../../functions/privacy/erase-services.ts'
import { createExportFileStorage } from '../../../functions/privacy/export-files.ts'
import { createExportBucket } from '../../../functions/recovery/export-bucket.ts'
import { createAuditVault } from '../../../functions/security/audit-vault.ts'
import { createAwsConfigurationReader } from '../../../functions/security/aws-configuration.ts'
import { createUserPoolAccountAccess } from '../../../functions/users/user-pool-account-access.ts'
import { rejectionWithin, startHangingService, stubAwsEndpoint } from '../../support/hanging-service.ts'

const pool = { userPoolId: 'eu-west-1_Test', clientId: 'client' }
const aReceipt = { fileKey: 'cus_1/receipt/1.pdf' } as Parameters<ReturnType<typeof createReceiptPdfStorage>['pdf']>[0]
const aText = { bytes: Buffer.from('text'), contentType: 'text/plain' }
const aws = () => createAwsConfigurationReader({ ...pool, table: 'practice', filesBucket: 'files' })
const stripeKeys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
const questions = () => createServiceHealthChecks('files', { client: () => Promise.reject(new Error('not asked')) })

/** What is asked, the beginning of its command, and the call. */
const calls: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  ['an account', 'AdminGetUser', () => createCognitoUserAccess(pool.userPoolId).find('sub')],
  ['a password', 'AdminInitiateAuth', () => createCognitoPasswordAccess(pool).proves('sub', 'Secreta1!', 'ticket')],
  ['a sign-up', 'AdminConfirmSignUp', () => createUserPoolSignUpAccess(pool).confirm('sub')],
  ['a swept sign-up', 'AdminDeleteUser', () => createSignUpSweepUserAccess(pool.userPoolId).remove('sub')],
  ['a user', 'AdminUserGlobalSignOut', () => createUserPoolAccountAccess(pool).signOutEverywhere('sub')],
  ['an app', 'AssociateSoftwareToken', () => createCognitoAuthenticatorAccess(pool.userPoolId).associate('token')],
  ['the settings of the pool', '(DescribeUserPool|GetUserPoolMfaConfig)', () => aws().pool()],
  ['the settings of the table', 'Describe', () => aws().table()],
  ['the settings of the bucket', 'Get', () => aws().files()],
  ['a key', 'Encrypt', () => createTotpSecretCipher('key').seal('secret', 'usr_1')],
  ['a secret', 'GetSecretValue', createSecretReader('origin')],
  ['the health of the files', 'GetBucketLocation', () => questions().files()],
  ['the health of the mail', 'GetSendQuota', () => questions().mail()],
  ['a mail', 'SendRawEmail', () => createMailServices().send(Buffer.from('Subject: hola'), 'mai_1')],
  ['the state of a file', 'GetObjectTagging', () => createClientFileStorage('files').scanStatus({ key: 'a' })],
  ['a receipt', 'GetObject', () => createReceiptPdfStorage('files').pdf(aReceipt)],
  ['the files of an erased client', 'ListObjectsV2', () => createErasableFileStorage('files').keys('cus_1/')],
  ['a download', 'ListObjectVersions', () => createExportFileStorage('files').remove('exports/')],
  ['the archive', 'PutObject', () => createRetentionArchive('archive').put('key', aText)],
  ['the copy of the accounts', 'PutObject', () => createExportBucket('recovery').put('key', '{}')],
  ['the copy of the audit log', 'PutObject', () => createAuditVault('audit').put('key', '{}')],
]

test.for(calls)(
  'a call for %s, never answered, ends within its function’s 20 seconds and is named',
  async ([, command, call]) => {
    const { asked, endpoint } = await startHangingService()
    stubAwsEndpoint(endpoint)
    for (const variable of ['TABLE_NAME', 'SITE_URL', 'MAIL_SENDER', 'MAIL_CONFIGURATION_SET', 'FILES_BUCKET'])
      vi.stubEnv(variable, 'practice')
    vi.stubEnv(FUNCTION_SECONDS, '20')

    const rejection = await rejectionWithin(20, asked, call)

    expect(String(rejection)).toMatch(new RegExp(`: [A-Za-z0-9]+Client gave no answer to ${command}\\w*Command: `))
  },
)

test('a first sign-up by Google that Cognito does not answer ends within the five seconds that Cognito gives it', async () => {
  const { asked, endpoint } = await startHangingService()
  stubAwsEndpoint(endpoint)
  vi.stubEnv('TABLE_NAME', 'practice')
  vi.stubEnv(FUNCTION_SECONDS, '5')
  const userAttributes = { email: 'ana@correo.example', email_verified: 'true' }
  const event = { triggerSource: 'PreSignUp_ExternalProvider', userName: 'Google_1', userPoolId: pool.userPoolId }

  const rejection = await rejectionWithin(5, asked, () =>
    serveSignUp(createLambdaServices)({ ...event, request: { userAttributes } } as never),
  )

  expect(String(rejection)).toContain('CognitoIdentityProviderClient gave no answer to AdminGetUserCommand')
})

test('Stripe, which never answers, is given up within its limit', async () => {
  const { asked, endpoint } = await startHangingService((response) => {
    // Secrets Manager stands at the same address.
    if (asked.at(-1) === '/') response.end(JSON.stringify({ SecretString: JSON.stringify(stripeKeys) }))
  })
  stubAwsEndpoint(endpoint)
  vi.resetModules()
  const { createStripeAccess } = await import('#platform/stripe-access')
  const access = createStripeAccess('stripe', endpoint)
  await access.webhookSecret()
  // The library waits by its socket's clock, which no test can move: 50 ms for each of two attempts.
  vi.stubEnv(FUNCTION_SECONDS, '1.1')
  const stripe = await access.client()

  await expect(stripe.promotionCodes.list({ limit: 1 })).rejects.toThrow('Request aborted due to timeout')
  expect(asked.filter((path) => String(path).startsWith('/v1/promotion_codes'))).toHaveLength(2)
})

test('a file that begins to come and then stands still is given up', async () => {
  const { config } = await startHangingService((response) => {
    response.writeHead(200, { 'content-length': '4' }).write('%PD')
  })
  const client = openServiceClient(S3Client, 'objects', { ...config, attemptMs: 50 })

  await expect(createReceiptPdfStorage('files', client).pdf(aReceipt)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a file that takes longer than the limit of a call comes whole', async () => {
  const responses: { readonly end: (rest: string) => void }[] = []
  const { config } = await startHangingService((response) => {
    response.writeHead(200, { 'content-length': '4' }).write('%P')
    responses.push(response)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const reading = createExportFileStorage('files', openServiceClient(S3Client, 'objects', config)).read({ key: 'a' })

  const body = (await reading) as AsyncIterable<Uint8Array>
  await vi.advanceTimersByTimeAsync(60_000)
  await setImmediate()
  responses[0]?.end('DF')

  expect(await text(body)).toBe('%PDF')
})
