import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  ForgotPasswordCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SendEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { decodeJwt } from 'jose'
import { expect, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { parseMailedLink } from '#contract/mailed-links'
import { createQueueSender } from '#platform/queue-sender'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_MAIL_ADDRESS, LOCAL_REGION } from '../../../bin/local/addresses.ts'
import type { ApiRoute } from '../../../bin/local/api-route.ts'
import type { Datapoint, LocalMetrics } from '../../../bin/local/cloudwatch/metrics.ts'
import { FEW_EXECUTIONS } from '../../../bin/local/limited-executions.ts'
import type { MailOutcome } from '../../../bin/local/ses/account.ts'
import type { TemplateDeployment } from '../../../bin/local/template/template-deployment.ts'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { type BrowserSession, openBrowserSession, refreshBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getDemoAccount, getMailLink, listConsoleMails, sendConsoleCommand } from '../../support/local-console.ts'
import { createNetworkAddress } from '../../support/network-address.ts'
import type { BreakableFunctions } from './breakable-functions.ts'

export interface BreakableProduct {
  readonly site: string
  readonly metrics: LocalMetrics
  readonly logged: (words: string) => readonly string[]
  readonly functions: BreakableFunctions
  readonly deployment: TemplateDeployment
  /** Name in the template of a function such as `mail/send-queued`. */
  readonly nameOf: (lambda: string) => string
}

const access = { region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }

const advanceClock = (advance: string) => sendConsoleCommand('clock', { advance })

/** `expect.poll` works in tests only, and this runs before them. */
const soon = <T>(read: () => T | Promise<T>): Promise<T> => vi.waitFor(read, { timeout: 60_000, interval: 50 })

const expectMeasured = ({ metrics }: BreakableProduct, isWanted: (datapoint: Datapoint) => boolean) =>
  soon(() => expect(metrics.list().some(isWanted)).toBe(true))

/** Fewer refusals within five minutes, whether thrown or throttled, need no alarm. */
const REFUSALS = 5

export interface People {
  readonly administrator: BrowserSession
  readonly proof: { readonly email: string; readonly proof: string; readonly token: string }
}

export async function letPeopleIn(): Promise<People> {
  const administrator = await openBrowserSession(await getDemoAccount('administrador'))
  const person = createJourneyPerson()
  const body = { ...person, birthDate: '1990-05-17', flow: 'registration', acceptedTerms: true } as const
  const { token } = await callEndpointOverHttp(apiContract.account.signUp, { body })
  const { email } = person
  const mail = await soon(async () => {
    const [newest] = await listConsoleMails(email)
    return newest ?? Promise.reject(new Error(`no mail to ${email}`))
  })
  const proof = parseMailedLink(new URL(getMailLink(mail)).hash).get('proof') ?? ''
  return { administrator, proof: { email, proof, token } }
}

async function breakTriggers({ functions, deployment, nameOf }: BreakableProduct, people: People): Promise<void> {
  const { email, password } = await getDemoAccount('cliente')
  const pool = new CognitoIdentityProviderClient(access)
  const { id: UserPoolId, clientId: ClientId } = deployment.pool

  functions.break(nameOf('account/post-confirmation'))
  await expect(callEndpointOverHttp(apiContract.account.verifyAddress, { body: people.proof })).rejects.toThrow(
    /: 50\d/,
  )
  functions.break(nameOf('account/post-authentication'))
  await expect(openBrowserSession({ email, password })).rejects.toThrow('PostAuthentication failed')
  functions.break(nameOf('account/pre-token-generation'))
  for (let refusals = 0; refusals < REFUSALS; refusals++)
    await expect(refreshBrowserSession(people.administrator)).rejects.toThrow('PreTokenGeneration failed')

  functions.break(...['pre-authentication', 'pre-sign-up', 'custom-message'].map((name) => nameOf(`account/${name}`)))
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  const signIn = { UserPoolId, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters } as const
  for (let refusals = 0; refusals < REFUSALS; refusals++) {
    const signUp = { ClientId, Username: createJourneyPerson().email, Password: 'Otra-clave-2026' }
    await expect(pool.send(new SignUpCommand(signUp))).rejects.toThrow('PreSignUp failed')
    await expect(pool.send(new AdminInitiateAuthCommand(signIn))).rejects.toThrow('PreAuthentication failed')
    const forgotten = pool.send(new ForgotPasswordCommand({ ClientId, Username: email }))
    await expect(forgotten).rejects.toThrow('CustomMessage failed')
  }
}

const fill = (path: string): string => path.replaceAll(/\{\w+\}/g, 'one')

async function ask(site: string, { routeKey }: Pick<ApiRoute, 'routeKey'>, token?: string): Promise<number> {
  const [method = '', path = ''] = routeKey.split(' ')
  const { status } = await fetch(`${site}/api${fill(path)}`, {
    method,
    headers: { 'x-local-address': createNetworkAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  return status
}

async function breakApi({ site, deployment }: BreakableProduct, { administrator }: People): Promise<void> {
  const scopes = decodeJwt<{ scope: string }>(administrator.token).scope.split(' ')
  const open = deployment.api.routes.filter((route) => route.scopes?.some((scope) => scopes.includes(scope)) ?? true)
  for (const handler of new Set(open.map((route) => route.handler))) {
    const route = open.find((each) => each.handler === handler) as ApiRoute
    expect(await ask(site, route, administrator.token), route.routeKey).toBe(500)
  }
}

async function sendMail({ deployment }: BreakableProduct, outcome: MailOutcome): Promise<void> {
  await sendConsoleCommand('mail-service', { outcome })
  const text = { Data: 'Hola' }
  await new SESClient(access).send(
    new SendEmailCommand({
      Source: LOCAL_MAIL_ADDRESS,
      Destination: { ToAddresses: [`${outcome}@correo.example`] },
      Message: { Subject: text, Body: { Text: text } },
      ConfigurationSetName: deployment.mailEvents.configurationSet,
    }),
  )
}

async function breakEvents(product: BreakableProduct): Promise<void> {
  for (const outcome of ['bounce', 'complaint', 'delivery'] as const) await sendMail(product, outcome)
  const { malwareScan, queueSources } = product.deployment
  const storage = new S3Client({ ...access, forcePathStyle: true })
  for (let files = 0; files < REFUSALS; files++) {
    const uploaded = { Bucket: malwareScan.bucket, Key: `customers/${files}`, Body: '%PDF-1.7' }
    await storage.send(new PutObjectCommand(uploaded))
  }
  const queues = createQueueSender(access)
  for (const { queueArn } of queueSources) {
    const url = `${process.env['AWS_ENDPOINT_URL_SQS']}/000000000000/${queueArn.split(':').at(-1)}`
    await queues.send(url, [{ poisoned: true }])
  }
}

async function breakStream(product: BreakableProduct): Promise<void> {
  const FunctionName = product.nameOf('changes/dispatch')
  const Item = Object.fromEntries(
    Object.entries({ pk: 'alarms', sk: 'one', __edb_e__: 'auditEntry' }).map(([name, S]) => [name, { S }]),
  )
  await new DynamoDBClient(access).send(new PutItemCommand({ TableName: product.deployment.table.TableName, Item }))
  await expectMeasured(
    product,
    ({ name, value, dimensions }) => name === 'Errors' && value === 1 && dimensions['FunctionName'] === FunctionName,
  )
}

async function letTimePass(product: BreakableProduct, failureQueues: readonly string[]): Promise<void> {
  await advanceClock('PT20M')
  await expectMeasured(product, ({ name, value }) => name === 'IteratorAge' && value >= 20 * 60_000)
  await advanceClock('P1D')
  for (const name of failureQueues) await soon(() => expect(product.logged(`:${name}"`), name).not.toEqual([]))
  // The next minute, in which SQS and SES publish.
  await advanceClock('PT1M')
}

async function fillAccount({ functions, deployment, site }: BreakableProduct): Promise<void> {
  const route = deployment.api.routes.find(({ scopes }) => scopes === undefined) as ApiRoute
  functions.hang(route.handler)
  await sendConsoleCommand('condition', { name: 'few-executions', on: true })
  let refused = 0
  const calls = Array.from({ length: FEW_EXECUTIONS + REFUSALS }, async () => {
    if ((await ask(site, route)) === 503) refused += 1
  })
  await soon(() => expect(refused).toBeGreaterThanOrEqual(REFUSALS))
  functions.break(...functions.names)
  await Promise.all(calls)
  await sendConsoleCommand('condition', { name: 'few-executions', on: false })
}

export async function breakEverything(
  product: BreakableProduct,
  people: People,
  failureQueues: readonly string[],
): Promise<void> {
  await breakTriggers(product, people)
  product.functions.break(...product.functions.names)
  await breakApi(product, people)
  await breakEvents(product)
  await breakStream(product)
  await letTimePass(product, failureQueues)
  await fillAccount(product)
  // Until the last metrics are published.
  await advanceClock('PT3M')
}
