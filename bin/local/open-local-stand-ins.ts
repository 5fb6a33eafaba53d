import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  LOCAL_AWS_ACCESS_KEY,
  type LocalAddresses,
  LOCAL_MAIL_ADDRESS,
  LOCAL_REGION,
  LOCAL_STRIPE_KEYS,
} from './addresses.ts'
import type { IsConditionOn } from './adverse-conditions.ts'
import type { AsynchronousCalls } from './asynchronous-calls.ts'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import { createSigningKeyLookup } from './authorization/signing-keys.ts'
import type { AdjustableClock } from './clock.ts'
import type { LocalMetrics } from './cloudwatch/metrics.ts'
import { sampleServices } from './cloudwatch/sample-services.ts'
import { createCognitoStandIn } from './cognito/cognito.ts'
import type { CognitoTriggerHandlers } from './cognito/triggers.ts'
import { demoAccounts } from './demo.ts'
import type { LocalDeployment } from './deployment.ts'
import { restrictToLoopback } from './loopback-only.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { createEventDelivery, EVENT_DELAY_MS } from './event-delivery.ts'
import { createDemoGoogleAccounts as googleAccounts } from './google/accounts.ts'
import { createGoogleStandIn } from './google/google.ts'
import { createKmsStandIn } from './kms.ts'
import { createLambdaStandIn } from './lambda-api.ts'
import { createLogsStandIn, type LocalLogs } from './logs.ts'
import { createAnswerLoss } from './lost-answers.ts'
import type { OutageSwitches } from './outages.ts'
import type { IsSecurityControlOn } from './security-controls.ts'
import { createMalwareScanStandIn } from './malware-scan.ts'
import type { ObjectScan } from './s3/s3-object-store.ts'
import { createS3StandIn } from './s3/s3.ts'
import { createSecretsManagerStandIn } from './secrets.ts'
import { createSqsStandIn, type QueuedMessages } from './sqs.ts'
import { createSesStandIn } from './ses/ses.ts'
import { verifyAwsSignature } from './sigv4.ts'
import type { DocumentStore } from './document-store.ts'
import { createStripeStandIn } from './stripe/stripe.ts'
import { createCloudFormationStandIn, type DeployedStack } from './template/cloudformation.ts'

interface Parts {
  readonly deployment: LocalDeployment
  readonly addresses: LocalAddresses
  readonly store: DocumentStore
  readonly messages: QueuedMessages
  readonly clock: AdjustableClock
  readonly filesDirectory: string
  readonly outages: OutageSwitches
  readonly isOn: IsSecurityControlOn
  readonly functions: LocalLambdaLoader
  readonly asynchronous: AsynchronousCalls
  readonly isConditionOn: IsConditionOn
  readonly logs: LocalLogs
  readonly metrics: LocalMetrics
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export async function openLocalStandIns(parts: Parts) {
  const { deployment, store, clock, outages, isConditionOn } = parts
  const { authorizeCall } = deployment
  const events = createEventDelivery(parts)
  const ses = createSesStandIn({
    store,
    now: clock.now,
    ...signedFor('ses', authorizeCall),
    // The domain, as in the stages: the permission to send is for the verified identity.
    verifiedSenders: [LOCAL_MAIL_ADDRESS.slice(LOCAL_MAIL_ADDRESS.indexOf('@') + 1)],
    configurationSet: deployment.mailEvents.configurationSet,
    publish: (event) => events.publish(event, deployment.mailEvents.listHandlers),
  })
  const google = googleOf(parts)
  const cognito = cognitoOf(parts, google, async (mail) => void (await ses.deliver(mail)))
  const stripe = stripeOf(parts)
  const scan = scanOf(parts, events)
  const s3 = s3Of(parts, scan.scan)
  const secrets = createSecretsManagerStandIn({
    secrets: deployment.secrets,
    ...signedFor('secretsmanager', authorizeCall),
  })
  const sqs = createSqsStandIn({
    queues: deployment.queues,
    messages: parts.messages,
    ...signedFor('sqs', authorizeCall),
  })
  const kms = createKmsStandIn({ store, ...deployment.mfaKey, ...signedFor('kms', authorizeCall) })
  const losing = createAnswerLoss(() => isConditionOn('answers-lost'))
  // The stripe package accepts host and port but no path, so its API has a port of its own.
  const stripeApi = await serveOnFreePort(outages.breaking('stripe', losing('stripe', stripe.answer)))

  const mounts: readonly (readonly [string, Answer])[] = [
    ['/_local/cognito', outages.breaking('cognito', losing('cognito', cognito.answer))],
    ['/_local/google', google.answer],
    ['/_local/s3', outages.breaking('s3', losing('s3', s3.answer))],
    ['/_local/ses', outages.breaking('ses', ses.answer)],
    ['/_local/kms', kms.answer],
    ['/_local/sqs', sqs.answer],
    ['/_local/secrets', secrets.answer],
    ['/_local/stripe/pay', outages.breaking('stripe', stripe.answerPage)],
    ...(deployment.stack ? mountOperatorsServices(parts, deployment.stack) : []),
  ]
  const sample = () => sampleServices({ ...parts, queues: deployment.queues, reputation: ses.feedback.reputation })
  return {
    cognito,
    ses,
    stripe,
    stripeApi: stripeApi.address,
    at: (pathname: string): Answer | undefined =>
      mounts.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1],
    scan,
    resume: () => {
      sample()
      s3.scanUntagged()
      stripe.resumeDeliveries()
    },
    sweep: () => {
      stripe.sweep()
      stripe.releaseDue(clock.now())
      events.releaseDue()
      parts.messages.releaseDue()
      sample()
    },
    close: async () => {
      scan.close()
      await stripe.close()
      await stripeApi.close()
    },
  }
}
export type LocalStandIns = Awaited<ReturnType<typeof openLocalStandIns>>

function mountOperatorsServices(
  { logs, functions }: Parts,
  stack: DeployedStack,
): readonly (readonly [string, Answer])[] {
  const { verifyIam } = signedFor('cloudformation', undefined)
  const groups = stack.resources
    .filter(({ type }) => type === 'AWS::Logs::LogGroup')
    .map(({ physicalId }) => physicalId)
  return [
    ['/_local/cloudformation', createCloudFormationStandIn(stack, verifyIam).answer],
    ['/_local/logs', createLogsStandIn({ logs, groups, ...signedFor('logs', undefined) }).answer],
    ['/_local/lambda', createLambdaStandIn({ functions, ...signedFor('lambda', undefined) }).answer],
  ]
}

function signedFor(service: string, authorizeCall: AuthorizeCall | undefined) {
  const keys = createSigningKeyLookup({ region: LOCAL_REGION, service, operator: LOCAL_AWS_ACCESS_KEY, authorizeCall })
  const verifyIam = (request: IncomingMessage, body: Buffer) => verifyAwsSignature(request, body, keys)
  return { verifyIam, authorizeCall }
}

const googleOf = ({ deployment, store, addresses }: Parts) =>
  createGoogleStandIn({
    store,
    publicUrl: addresses.google,
    ...deployment.pool.google,
    redirectUris: [`${addresses.cognito}/oauth2/idpresponse`],
    accounts: googleAccounts(demoAccounts.find(({ role }) => role === 'administrador')?.email ?? ''),
  })

const cognitoOf = (
  { deployment: { pool, authorizeCall }, store, addresses, functions, isOn, isConditionOn }: Parts,
  { authorizeUrl, tokenUrl, jwksUrl, issuer }: ReturnType<typeof createGoogleStandIn>,
  deliver: Parameters<typeof createCognitoStandIn>[0]['deliver'],
) =>
  createCognitoStandIn({
    store,
    publicUrl: addresses.cognito,
    poolId: pool.id,
    clientId: pool.clientId,
    groups: pool.groups,
    ...(pool.mailAccount && { mailAccount: pool.mailAccount }),
    callbackUrls: pool.callbackUrls,
    logoutUrls: pool.logoutUrls,
    google: { authorizeUrl, tokenUrl, jwksUrl, issuer, ...pool.google },
    triggers: triggersThrough(functions, pool),
    callsTriggersTwice: () => isConditionOn('triggers-twice'),
    deliver,
    isOn,
    webAcl: pool.webAcl,
    ...signedFor('cognito-idp', authorizeCall),
  })

const triggersThrough = (
  functions: LocalLambdaLoader,
  { triggers, requireInvoke }: LocalDeployment['pool'],
): CognitoTriggerHandlers =>
  Object.fromEntries(
    Object.entries(triggers).map(([name, lambda]) => [
      name,
      async (event: never) => {
        requireInvoke?.(lambda)
        return (await functions.load(lambda))(event, {})
      },
    ]),
  )

const stripeOf = ({ store, addresses, clock, isConditionOn }: Parts) =>
  createStripeStandIn({
    store,
    publicUrl: addresses.stripePages,
    apiKey: LOCAL_STRIPE_KEYS.secretKey,
    apiVersion: '2026-10-28.endive',
    webhookUrl: () => addresses.webhook,
    webhookSecret: LOCAL_STRIPE_KEYS.webhookSecret,
    promotionCodes: [{ code: 'BIENVENIDA10', percentOff: 10 }],
    copies: () => (isConditionOn('events-twice') ? 2 : 1),
    keptUntil: () => (isConditionOn('events-late') ? clock.now().getTime() + EVENT_DELAY_MS : undefined),
    keyClock: clock.now,
    forgetsKeys: () => isConditionOn('stripe-keys-forgotten'),
    isBalanceEmpty: () => isConditionOn('stripe-balance-empty'),
  })

const scanOf = ({ deployment: { malwareScan }, clock }: Parts, { publish }: ReturnType<typeof createEventDelivery>) =>
  createMalwareScanStandIn({
    bucket: malwareScan.bucket,
    planArn: malwareScan.planArn,
    region: LOCAL_REGION,
    now: clock.now,
    deliver: (event) => publish(event, malwareScan.listHandlers),
  })

const s3Of = ({ deployment, store, filesDirectory, isOn }: Parts, scan: ObjectScan) =>
  createS3StandIn({
    store,
    scan,
    authorizeCall: deployment.authorizeCall,
    isOn,
    directory: filesDirectory,
    region: LOCAL_REGION,
    ...LOCAL_AWS_ACCESS_KEY,
    basePath: '/_local/s3',
    allowedOrigins: deployment.bucketOrigins,
    buckets: deployment.buckets,
    locks: deployment.bucketLocks,
  })

export async function serveOnFreePort(answer: Answer) {
  const server = createServer(restrictToLoopback((request, response) => void answer(request, response)))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
