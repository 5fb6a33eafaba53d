import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { apiContract } from '#contract/api'
import { type ApiDomain, apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { TERMS_VERSION } from '#contract/product'
import { createTableEntities } from '#data/entities'
import { allEntityKinds } from '#data/key-prefixes'
import { getEntityKindsForOperation } from '#data/table-access'
import { type NonApiLambdaName, nonApiLambdaVariables } from '#platform/lambdas'
import { type LambdaName, tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { listStartFiles } from '../../lib/function-bundles.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { getFunctionBundles } from '../support/share-build.ts'
import { openEmptyAwsStandIn, STAND_IN_SECRET_VALUE } from './cloud-stand-in.ts'
import { findLogicalId, findTemplateResources, synthesiseStack } from './synthesised.ts'

type Outcome = ({ readonly answer: unknown } | { readonly thrown: string }) & {
  readonly formatters: readonly string[]
  /** Of Node's own modules. */
  readonly loaded: readonly string[]
}

const RUNNER = `
const formatters = []
for (const name of Object.getOwnPropertyNames(Intl).filter((name) => Intl[name].supportedLocalesOf))
  Intl[name] = new Proxy(Intl[name], { construct: (...given) => (formatters.push(name), Reflect.construct(...given)) })
const { handler } = await import(process.argv[1])
const madeByImport = [...formatters]
const said = await handler(JSON.parse(process.argv[2]), {}).then((answer) => ({ answer }), (error) => ({ thrown: error.message }))
process.stdout.write('\\n' + JSON.stringify({ ...said, formatters: madeByImport, loaded: process.moduleLoadList }))
process.exit()
`

const UNDICI = 'NativeModule internal/deps/undici/undici'

let cloud: Awaited<ReturnType<typeof openEmptyAwsStandIn>>
let folder: string
let template: Template

beforeAll(async () => {
  cloud = await openEmptyAwsStandIn()
  const bundles = await getFunctionBundles(inject('sharedFolder'))
  const { app, stack } = synthesiseStack(deploymentStages.dev, 'dev', { bundles })
  folder = app.synth().directory
  template = Template.fromStack(stack)
  // With other work on the machine, the bundles alone take more than two minutes.
}, 300_000)

afterAll(() => cloud.close())

function findFunction(name: ApiDomain | NonApiLambdaName) {
  const id = findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))
  const { Code, Environment } = findTemplateResources(template, 'AWS::Lambda::Function')[id]?.Properties ?? {}
  return { directory: join(folder, `asset.${Code.S3Key.replace('.zip', '')}`), environment: Environment.Variables }
}

async function call(name: ApiDomain | NonApiLambdaName, event: object): Promise<Outcome> {
  const { directory, environment } = findFunction(name)
  const bundle = join(directory, 'index.mjs')
  const variables = Object.entries<unknown>(environment).map(([variable, value]) => [
    variable,
    typeof value === 'string' ? value : `a-${variable.toLowerCase().replaceAll('_', '-')}`,
  ])

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', RUNNER, pathToFileURL(bundle).href, JSON.stringify(event)],
    {
      env: {
        ...Object.fromEntries(variables),
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL: cloud.url,
        AWS_MAX_ATTEMPTS: '1',
      },
    },
  )
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n')))
}

const request = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => ({
  version: '2.0',
  routeKey: `${method} ${path}`,
  rawPath: path,
  headers: {},
  requestContext: { requestId: 'one', http: { method, path, sourceIp: '192.0.2.1' } },
})

/** kB of JavaScript that a function loads before its first call; docs/performance.md lists the contents. */
const budgets: Readonly<Partial<Record<ApiDomain | NonApiLambdaName, number>>> = {
  account: 695,
  payments: 700,
  'account/custom-message': 355,
  'account/post-authentication': 340,
  'account/post-confirmation': 370,
  'account/pre-authentication': 345,
  'account/pre-sign-up': 382,
  'account/pre-token-generation': 355,
  'files/receive-scan-result': 668,
  'files/sweep-unfinished': 668,
  'mail/retry-unsent': 980,
  'mail/send-queued': 996,
  'payments/stripe-webhook': 875,
  'privacy/erase-due': 803,
  'privacy/make-export': 832,
  'privacy/sweep-exports': 665,
  'recovery/export-accounts': 685,
  'security/check-audit-log': 650,
}

test.for([...apiDomains, ...(Object.keys(nonApiLambdaVariables) as NonApiLambdaName[])])(
  '%s begins within its budget of bytes, and what few calls need is loaded by them',
  (name) => {
    const files = listStartFiles(findFunction(name).directory)
    const kilobytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000

    expect(kilobytes).toBeLessThanOrEqual(budgets[name] ?? 640)
    // A text that the PDF library writes into every receipt.
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('pdf-lib (https'))).toEqual([])
  },
)

const definitions = Object.entries(createTableEntities({ table: '-' })).map(([kind, { schema }]) => {
  const { service, entity } = schema.model
  // Two kinds of that service share one definition, called with their name.
  return { kind, text: service === 'trace' ? `("${entity}")` : `service:"${service}",entity:"${entity}"` }
})

/** All writing functions contain it: transactions are sent by that entity. */
const isOfEveryWriter = (kind: string) => kind === 'auditEntries'

const declaredKinds = (name: LambdaName): readonly string[] =>
  allEntityKinds.filter((kind) =>
    (['read', 'put', 'update', 'delete'] as const).some((operation) =>
      getEntityKindsForOperation(tableAccessByLambda[name], operation).includes(kind),
    ),
  )

test.for(Object.keys(tableAccessByLambda) as LambdaName[])(
  '%s brings the kinds of item that it has declared to touch, and no others',
  (name) => {
    const code = listStartFiles(findFunction(name).directory).map((file) => readFileSync(file, 'utf8'))
    const brought = definitions.filter(({ text }) => code.some((each) => each.includes(text))).map(({ kind }) => kind)

    expect(brought.filter((kind) => !isOfEveryWriter(kind)).toSorted()).toEqual(
      declaredKinds(name)
        .filter((kind) => !isOfEveryWriter(kind))
        .toSorted(),
    )
  },
)

test.for(apiDomains)('%s answers, and refuses whoever did not come by way of CloudFront', async (domain) => {
  const [endpoint] = Object.values<Endpoint>(endpointsByDomain[domain])
  if (!endpoint) throw new Error(`${domain} promises nothing`)

  const said = await call(domain, request(endpoint))

  expect(said).toMatchObject({ answer: { statusCode: 403, body: JSON.stringify({ code: 'not-allowed' }) } })
  expect(said.formatters, 'the first takes 20 ms of the processor, which most calls need not spend').toEqual([])
  expect(said.loaded, 'an import of node:http loads it, in 30 ms').not.toContain(UNDICI)
})

test('mfa judges a recovery code, hash and all, and refuses it alike where there is no account', async () => {
  const event = {
    ...request(apiContract.mfa.recover),
    headers: { 'x-origin-secret': STAND_IN_SECRET_VALUE },
    body: JSON.stringify({ email: 'nadie@correo.example', password: 'Secreta1!', recoveryCode: 'ABCD2345' }),
  }

  const said = await call('mfa', event)

  expect(said).toMatchObject({ answer: { body: JSON.stringify({ code: 'code-invalid' }) } })
})

const userOf = (attributes: object) => ({
  userPoolId: 'eu-west-1_Test',
  userName: '11111111-2222-4333-8444-555555555555',
  request: {
    userAttributes: attributes,
    groupConfiguration: { groupsToOverride: ['administrador'] },
    codeParameter: '{####}',
  },
  response: {},
})

const calls: Readonly<Record<NonApiLambdaName, readonly [event: object, said: object]>> = {
  'account/pre-sign-up': [
    { ...userOf({ given_name: 'Ana', family_name: 'Prado' }), triggerSource: 'PreSignUp_SignUp' },
    { thrown: 'terms-required' },
  ],
  'account/post-confirmation': [
    { ...userOf({}), triggerSource: 'PostConfirmation_ConfirmForgotPassword' },
    { answer: { triggerSource: 'PostConfirmation_ConfirmForgotPassword' } },
  ],
  'account/pre-token-generation': [
    { ...userOf({}), triggerSource: 'TokenGeneration_Authentication' },
    {
      answer: {
        response: {
          claimsAndScopeOverrideDetails: {
            accessTokenGeneration: { scopesToAdd: ['app/use', 'app/password'] },
            groupOverrideDetails: { groupsToOverride: [] },
          },
        },
      },
    },
  ],
  'account/custom-message': [
    { ...userOf({ email: 'ana@correo.example' }), triggerSource: 'CustomMessage_SignUp' },
    // The development stage has no SES, so Cognito writes its mails itself.
    { answer: { triggerSource: 'CustomMessage_SignUp' } },
  ],
  'account/pre-authentication': [
    { ...userOf({}), request: { userAttributes: {}, userNotFound: true } },
    { answer: { userPoolId: 'eu-west-1_Test' } },
  ],
  'account/post-authentication': [userOf({}), { answer: { userPoolId: 'eu-west-1_Test' } }],
  'account/fail-abandoned-attempts': [{}, { answer: { failed: 0 } }],
  'payments/release-holds': [{}, { answer: { released: 0 } }],
  'payments/stripe-webhook': [
    { ...request({ method: 'POST', path: '/stripe/webhook' }), body: '{}' },
    { answer: { statusCode: 400, body: JSON.stringify({ code: 'signature-invalid' }) } },
  ],
  'changes/dispatch': [{ Records: [] }, {}],
  'consultations/lapse-requests': [{}, { answer: { lapsed: 0 } }],
  'consultations/send-reminders': [{}, { answer: { reminded: 0 } }],
  'payments/continue-refunds': [{}, { answer: { continued: 0 } }],
  'account/follow-up-sign-ups': [{}, { answer: { reminded: 0, removed: 0 } }],
  'customers/recount': [{}, { answer: { counted: true, repaired: 0 } }],
  'customers/update-lists': [{}, { answer: { updated: 0 } }],
  // The stand-in's table is empty: there is no administrator.
  'diagnostics/check-invariants': [{}, { thrown: 'invariants broken: administrators' }],
  'files/receive-scan-result': [
    {
      detail: {
        s3ObjectDetails: { objectKey: 'cus_1/receipt/1.pdf', versionId: '1' },
        scanResultDetails: { scanResultStatus: 'NO_THREATS_FOUND' },
      },
    },
    { answer: { outcome: 'not-an-upload' } },
  ],
  'files/sweep-unfinished': [{}, { answer: { swept: 0, reviewed: 0 } }],
  'privacy/make-export': [{ Records: [] }, { answer: { batchItemFailures: [] } }],
  'privacy/sweep-exports': [{}, { answer: { swept: 0 } }],
  'privacy/erase-due': [{}, { answer: { erased: 0, healthErased: 0 } }],
  // The stand-in's pool is empty.
  'recovery/export-accounts': [{}, { answer: { exported: 0 } }],
  'security/check-audit-log': [{}, { thrown: expect.any(String) }],
  'security/copy-audit-log': [{ Records: [] }, { answer: { batchItemFailures: [] } }],
  'security/digest-audit-log': [{}, { thrown: expect.any(String) }],
  'mail/record-feedback': [{ detail: { eventType: 'Delivery', mail: {} } }, { answer: { recorded: false } }],
  'mail/send-queued': [{ Records: [] }, { answer: { batchItemFailures: [] } }],
  'mail/retry-unsent': [{}, { answer: { tried: 0 } }],
}

test.for(Object.keys(nonApiLambdaVariables) as NonApiLambdaName[])('%s answers as it is deployed', async (name) => {
  const [event, expected] = calls[name]

  const said = await call(name, event)

  expect(said).toMatchObject(expected)
  expect(said.formatters).toEqual([])
  expect(said.loaded).not.toContain(UNDICI)
})

test('pre-sign-up makes Google a way into a new account', async () => {
  const fromGoogle = { email: 'ana@correo.example', email_verified: 'true', given_name: 'Ana', family_name: 'Prado' }

  const said = await call('account/pre-sign-up', {
    ...userOf(fromGoogle),
    userName: 'Google_1234567890',
    triggerSource: 'PreSignUp_ExternalProvider',
  })

  expect(said).toMatchObject({ answer: { userName: 'Google_1234567890' } })
})

test('the terms that the bundle knows are those of the contract', async () => {
  const accepted = {
    given_name: 'Ana',
    family_name: 'Prado',
    birthdate: '1990-05-17',
    'custom:terms_version': TERMS_VERSION,
    'custom:terms_accepted_at': new Date().toISOString(),
  }

  const said = await call('account/pre-sign-up', { ...userOf(accepted), triggerSource: 'PreSignUp_SignUp' })

  // The terms are checked first: only the proof that our server has checked the password is missing.
  expect(said).toMatchObject({ thrown: 'password-unchecked' })
})
