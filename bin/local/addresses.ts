import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '../../functions/contract/product.ts'

/** Names and keys of the local product. They grant access to nothing but this machine's stand-ins. */
export const LOCAL_REGION = 'eu-west-1'
const TABLE = 'habitat-interior'
export const LOCAL_FILES_BUCKET = 'habitat-interior-files'
export const LOCAL_ARCHIVE_BUCKET = 'habitat-interior-archive'
export const LOCAL_RECOVERY_BUCKET = 'habitat-interior-recovery'
export const LOCAL_AUDIT_BUCKET = 'habitat-interior-audit'
export const LOCAL_USER_POOL_ID = 'eu-west-1_Habitat'
export const LOCAL_USER_POOL_CLIENT_ID = 'habitatlocalclient'
export const LOCAL_AWS_ACCESS_KEY = {
  accessKeyId: 'AKIALOCALHABITAT',
  secretAccessKey: 'local-secret-access-key',
} as const
export const LOCAL_STRIPE_KEYS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' } as const
export const LOCAL_SECRET_NAMES = { stripe: 'habitat-interior/stripe', origin: 'habitat-interior/origin' } as const
export const LOCAL_MFA_KEY_ALIAS = 'alias/habitat-interior-mfa'
export const LOCAL_ORIGIN_SECRET = 'local-origin-secret'
export const LOCAL_MAIL_ADDRESS = 'hola@habitat-interior.example'
export const LOCAL_MAIL_CONFIGURATION_SET = 'habitat-interior-mails'
const MAIL_SENDER = `${PRODUCT_NAME} <${LOCAL_MAIL_ADDRESS}>`
export const LOCAL_GOOGLE_CLIENT = { clientId: 'local-google-client', clientSecret: 'local-google-secret' } as const

export const LOCAL_QUEUES = {
  MAIL_QUEUE_URL: 'mail',
  EXPORT_QUEUE_URL: 'exports',
  HISTORY_QUEUE_URL: 'history',
} as const
export type LocalQueueName = (typeof LOCAL_QUEUES)[keyof typeof LOCAL_QUEUES]

export const getLocalQueueArn = (name: LocalQueueName): string => `arn:aws:sqs:${LOCAL_REGION}:000000000000:${name}`
export const getLocalQueueUrl = (sdk: (service: string) => string, name: LocalQueueName): string =>
  `${sdk('sqs')}/000000000000/${name}`

/**
 * A DynamoDB server named by AWS_ENDPOINT_URL_DYNAMODB may be shared by several products: each data folder has its own
 * table.
 */
export const getLocalTableName = (directory: string, endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB']): string =>
  endpoint ? `${TABLE}-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}` : TABLE

/**
 * Browsers use one origin, `localhost`. The SDKs address the same server by its IP address, which keeps S3 to path
 * style.
 */
export const buildLocalAddresses = (port: number) => {
  const site = `http://localhost:${port}`
  const loopback = `http://127.0.0.1:${port}`
  return {
    site,
    cognito: `${site}/_local/cognito`,
    google: `${site}/_local/google`,
    stripePages: `${site}/_local/stripe`,
    webhook: `${loopback}/api/stripe/webhook`,
    sdk: (service: string) => `${loopback}/_local/${service}`,
  }
}
export type LocalAddresses = ReturnType<typeof buildLocalAddresses>

export const buildLocalFunctionEnvironment = (
  addresses: LocalAddresses,
  { dynamodb, table, stripeApi }: { dynamodb: string; table: string; stripeApi: string },
) => ({
  AWS_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: LOCAL_AWS_ACCESS_KEY.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_AWS_ACCESS_KEY.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_S3: addresses.sdk('s3'),
  AWS_ENDPOINT_URL_SES: addresses.sdk('ses'),
  AWS_ENDPOINT_URL_SESV2: addresses.sdk('ses'),
  AWS_ENDPOINT_URL_KMS: addresses.sdk('kms'),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: addresses.sdk('secrets'),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: addresses.sdk('cognito'),
  AWS_ENDPOINT_URL_CLOUDFORMATION: addresses.sdk('cloudformation'),
  AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: addresses.sdk('logs'),
  AWS_ENDPOINT_URL_LAMBDA: addresses.sdk('lambda'),
  AWS_ENDPOINT_URL_SQS: addresses.sdk('sqs'),
  TABLE_NAME: table,
  FILES_BUCKET: LOCAL_FILES_BUCKET,
  ARCHIVE_BUCKET: LOCAL_ARCHIVE_BUCKET,
  RECOVERY_BUCKET: LOCAL_RECOVERY_BUCKET,
  AUDIT_BUCKET: LOCAL_AUDIT_BUCKET,
  USER_POOL_ID: LOCAL_USER_POOL_ID,
  USER_POOL_CLIENT_ID: LOCAL_USER_POOL_CLIENT_ID,
  SITE_URL: addresses.site,
  MAIL_SENDER,
  POOL_MAIL_ACCOUNT: 'DEVELOPER',
  MAIL_CONFIGURATION_SET: LOCAL_MAIL_CONFIGURATION_SET,
  PRACTICE_MAIL: LOCAL_MAIL_ADDRESS,
  MFA_KEY_ID: LOCAL_MFA_KEY_ALIAS,
  STRIPE_SECRET: LOCAL_SECRET_NAMES.stripe,
  STRIPE_API_URL: stripeApi,
  ORIGIN_SECRET: LOCAL_SECRET_NAMES.origin,
  ...Object.fromEntries(
    Object.entries(LOCAL_QUEUES).map(([variable, name]) => [variable, getLocalQueueUrl(addresses.sdk, name)]),
  ),
})
