import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userPoolTriggers } from '../../functions/platform/lambdas.ts'
import {
  ACCESS_KEY,
  ARCHIVE_BUCKET,
  type Addresses,
  FILES_BUCKET,
  GOOGLE_CLIENT,
  MAIL_ADDRESS,
  MFA_KEY,
  ORIGIN_SECRET,
  POOL_CLIENT_ID,
  POOL_ID,
  REGION,
  SECRET_NAMES,
  STRIPE_KEYS,
} from './addresses.ts'
import type { Clock } from './clock.ts'
import { createCognito } from './cognito/cognito.ts'
import type { Triggers } from './cognito/triggers.ts'
import { demoAccounts } from './demo.ts'
import { loopbackOnly } from './loopback-only.ts'
import type { Functions } from './functions.ts'
import { demoAccounts as googleAccounts } from './google/accounts.ts'
import { createGoogle } from './google/google.ts'
import { createKms } from './kms.ts'
import type { Outages } from './outages.ts'
import type { IsOn } from './protections.ts'
import { createS3 } from './s3/s3.ts'
import { createSecrets } from './secrets.ts'
import { createSes } from './ses/ses.ts'
import { verifySignature } from './sigv4.ts'
import type { Store } from './store.ts'
import { createStripe } from './stripe/stripe.ts'

interface Parts {
  readonly addresses: Addresses
  readonly store: Store
  readonly clock: Clock
  readonly filesDirectory: string
  readonly outages: Outages
  readonly isOn: IsOn
  readonly functions: Functions
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export async function openStandIns(parts: Parts) {
  const { store, clock, outages } = parts
  const ses = createSes({ store, now: clock.now, verifyIam: signedFor('ses'), verifiedSenders: [MAIL_ADDRESS] })
  const google = googleOf(parts)
  const cognito = cognitoOf(parts, google, async (mail) => void (await ses.deliver(mail)))
  const stripe = stripeOf(parts)
  const s3 = s3Of(parts)
  const secrets = createSecrets({
    secrets: { [SECRET_NAMES.stripe]: JSON.stringify(STRIPE_KEYS), [SECRET_NAMES.origin]: ORIGIN_SECRET },
    verifyIam: signedFor('secretsmanager'),
  })
  const kms = createKms({ store, alias: MFA_KEY, verifyIam: signedFor('kms') })
  // The stripe package takes a host and a port but no path, so its API has a port of its own.
  const stripeApi = await serveAlone(outages.breaking('stripe', stripe.answer))

  const mounts: readonly (readonly [string, Answer])[] = [
    ['/_local/cognito', outages.breaking('cognito', cognito.answer)],
    ['/_local/google', google.answer],
    ['/_local/s3', outages.breaking('s3', s3.answer)],
    ['/_local/ses', outages.breaking('ses', ses.answer)],
    ['/_local/kms', kms.answer],
    ['/_local/secrets', secrets.answer],
    ['/_local/stripe/pay', outages.breaking('stripe', stripe.answerPage)],
  ]
  return {
    cognito,
    ses,
    stripe,
    stripeApi: stripeApi.address,
    at: (pathname: string): Answer | undefined =>
      mounts.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1],
    resume: () => stripe.resumeDeliveries(),
    sweep: () => void stripe.sweep(),
    close: async () => {
      await stripe.close()
      await stripeApi.close()
    },
  }
}
export type StandIns = Awaited<ReturnType<typeof openStandIns>>

const signedFor = (service: string) => (request: IncomingMessage, body: Buffer) =>
  verifySignature(request, body, { ...ACCESS_KEY, region: REGION, service })

const googleOf = ({ store, addresses }: Parts) =>
  createGoogle({
    store,
    publicUrl: addresses.google,
    ...GOOGLE_CLIENT,
    redirectUris: [`${addresses.cognito}/oauth2/idpresponse`],
    accounts: googleAccounts(demoAccounts.find(({ role }) => role === 'administrador')?.email ?? ''),
  })

const cognitoOf = (
  { store, addresses, functions, isOn }: Parts,
  { authorizeUrl, tokenUrl, jwksUrl, issuer }: ReturnType<typeof createGoogle>,
  deliver: Parameters<typeof createCognito>[0]['deliver'],
) =>
  createCognito({
    store,
    publicUrl: addresses.cognito,
    poolId: POOL_ID,
    clientId: POOL_CLIENT_ID,
    callbackUrls: ['/auth?oauth=google', '/oauth-callback', '/auth', '/register?oauth=google'].map(
      (path) => addresses.site + path,
    ),
    logoutUrls: [`${addresses.site}/`],
    google: { authorizeUrl, tokenUrl, jwksUrl, issuer, ...GOOGLE_CLIENT },
    triggers: triggersThrough(functions),
    deliver,
    isOn,
    verifyIam: signedFor('cognito-idp'),
  })

const triggersThrough = (functions: Functions): Triggers =>
  Object.fromEntries(
    Object.entries(userPoolTriggers).map(([name, lambda]) => [
      name,
      async (event: never) => (await functions.load(`${lambda}.handler`))(event, {}),
    ]),
  )

const stripeOf = ({ store, addresses }: Parts) =>
  createStripe({
    store,
    publicUrl: addresses.stripePages,
    apiKey: STRIPE_KEYS.secretKey,
    apiVersion: '2026-10-28.endive',
    webhookUrl: () => addresses.webhook,
    webhookSecret: STRIPE_KEYS.webhookSecret,
    promotionCodes: [{ code: 'BIENVENIDA10', percentOff: 10 }],
  })

const s3Of = ({ store, addresses, filesDirectory, isOn }: Parts) =>
  createS3({
    store,
    isOn,
    directory: filesDirectory,
    region: REGION,
    ...ACCESS_KEY,
    basePath: '/_local/s3',
    allowedOrigins: [addresses.site],
    buckets: [FILES_BUCKET, ARCHIVE_BUCKET],
  })

export async function serveAlone(answer: Answer) {
  const server = createServer(loopbackOnly((request, response) => void answer(request, response)))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
