import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '../../functions/contract/product.ts'

/** Names and keys of the local product. They open nothing but the stand-ins of this machine. */
export const REGION = 'eu-west-1'
const TABLE = 'habitat-interior'
export const FILES_BUCKET = 'habitat-interior-files'
export const ARCHIVE_BUCKET = 'habitat-interior-archive'
export const POOL_ID = 'eu-west-1_Habitat'
export const POOL_CLIENT_ID = 'habitatlocalclient'
export const ACCESS_KEY = { accessKeyId: 'AKIALOCALHABITAT', secretAccessKey: 'local-secret-access-key' } as const
export const STRIPE_KEYS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' } as const
export const SECRET_NAMES = { stripe: 'habitat-interior/stripe', origin: 'habitat-interior/origin' } as const
/** Encrypts the TOTP secrets. */
export const MFA_KEY = 'alias/habitat-interior-mfa'
export const ORIGIN_SECRET = 'local-origin-secret'
export const MAIL_ADDRESS = 'hola@habitat-interior.example'
const MAIL_SENDER = `${PRODUCT_NAME} <${MAIL_ADDRESS}>`
export const GOOGLE_CLIENT = { clientId: 'local-google-client', clientSecret: 'local-google-secret' } as const

/**
 * A DynamoDB server named by AWS_ENDPOINT_URL_DYNAMODB may serve several products: each data folder has a table of its
 * own there.
 */
export const tableOf = (directory: string, endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB']): string =>
  endpoint ? `${TABLE}-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}` : TABLE

/**
 * Browsers use one origin, `localhost`. The SDKs address the same server by its IP address, which keeps S3 to path
 * style.
 */
export const addressesAt = (port: number) => {
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
export type Addresses = ReturnType<typeof addressesAt>

export const functionEnvironment = (
  addresses: Addresses,
  { dynamodb, table, stripeApi }: { dynamodb: string; table: string; stripeApi: string },
) => ({
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: ACCESS_KEY.accessKeyId,
  AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_S3: addresses.sdk('s3'),
  AWS_ENDPOINT_URL_SES: addresses.sdk('ses'),
  AWS_ENDPOINT_URL_KMS: addresses.sdk('kms'),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: addresses.sdk('secrets'),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: addresses.sdk('cognito'),
  TABLE_NAME: table,
  FILES_BUCKET,
  ARCHIVE_BUCKET,
  USER_POOL_ID: POOL_ID,
  USER_POOL_CLIENT_ID: POOL_CLIENT_ID,
  SITE_URL: addresses.site,
  MAIL_SENDER,
  PRACTICE_MAIL: MAIL_ADDRESS,
  MFA_KEY_ID: MFA_KEY,
  STRIPE_SECRET: SECRET_NAMES.stripe,
  STRIPE_API_URL: stripeApi,
  ORIGIN_SECRET: SECRET_NAMES.origin,
})
