import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { IMPORT_CHUNK_ROWS, MAX_IMPORT_CHARACTERS, MAX_IMPORT_ROWS } from '#contract/customer-import'
import type { Endpoint } from '#contract/endpoint'
import { MAX_ANSWER_ENTRY_LENGTH, MAX_ANSWER_LIST_ENTRIES } from '#contract/questionnaire'
import { createThrottle } from '../../bin/local/template/throttle.ts'
import { createWebAcl, type WebAcl } from '../../bin/local/web-acl/web-acl.ts'
import { EdgeStack } from '../../lib/edge-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { createEndpointSamples, createEndpointTextSamples, type EndpointSample } from '../support/endpoint-samples.ts'
import { allEndpoints } from '../support/endpoints.ts'
import { listValuePaths, replaceValueAtPath } from '../support/schema-samples.ts'
import { findTemplateResources, getOnlyResource, getStageTemplate } from './synthesised.ts'

const edge = Template.fromStack(
  new EdgeStack(new App({ analyticsReporting: false, builtinCloudFormationValidation: false }), 'prod'),
)
const prod = getStageTemplate(deploymentStages.prod, 'prod')
const siteAcl = getOnlyResource(edge, 'AWS::WAFv2::WebACL').Properties
const poolAcl = getOnlyResource(prod, 'AWS::WAFv2::WebACL').Properties

const browser = { 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const stranger = { address: '192.0.2.1', path: '/api/health', query: '', headers: browser, bodyBytes: 0 }

function open(properties: object) {
  let at = 0
  const acl = createWebAcl(properties, { now: () => at })
  return { acl, now: () => at, pass: (ms: number) => void (at += ms) }
}

describe('web ACLs stand', () => {
  test('before CloudFront, from us-east-1, and before the user pool, in the region of the stage', () => {
    const { WebACLId } = getOnlyResource(prod, 'AWS::CloudFront::Distribution').Properties.DistributionConfig
    const association = getOnlyResource(prod, 'AWS::WAFv2::WebACLAssociation').Properties
    const [acl] = Object.keys(findTemplateResources(prod, 'AWS::WAFv2::WebACL'))

    expect(siteAcl.Scope).toBe('CLOUDFRONT')
    expect(WebACLId).toEqual({ Ref: 'SiteWebAclArn' })
    expect(edge.toJSON()['Outputs']['SiteWebAclArn'].Value).toEqual({ 'Fn::GetAtt': [expect.any(String), 'Arn'] })
    expect(poolAcl.Scope).toBe('REGIONAL')
    expect(association).toEqual({
      WebACLArn: { 'Fn::GetAtt': [acl, 'Arn'] },
      ResourceArn: { 'Fn::GetAtt': ['IdentityPool9E5AED46', 'Arn'] },
    })
  })

  test('and bear the tags by which costs are divided, in us-east-1 too', () => {
    for (const { Tags } of [siteAcl, poolAcl])
      expect(Tags).toEqual([
        { Key: 'application', Value: 'habitat-interior' },
        { Key: 'stage', Value: 'prod' },
      ])
  })

  test('in production and not in development', () => {
    const dev = getStageTemplate(deploymentStages.dev)

    expect(findTemplateResources(dev, 'AWS::WAFv2::WebACL')).toEqual({})
    expect(dev.toJSON()['Parameters']).not.toHaveProperty('SiteWebAclArn')
    expect(getOnlyResource(dev, 'AWS::CloudFront::Distribution').Properties.DistributionConfig).not.toHaveProperty(
      'WebACLId',
    )
  })
})

/** Matches all of WAF's attack patterns, but is valid input. */
const notable = '<script>alert(1)</script> ../../etc/passwd http://169.254.169.254/ http://192.0.2.1/x.php '
const fill = (length: number) =>
  notable
    .repeat(Math.ceil(length / notable.length))
    .slice(0, length)
    .trim()
    .padEnd(length, 'x')

function findLargest(accepts: (size: number) => boolean, from: number, limit: number): number {
  let [accepted, refused] = [from, from * 2]
  while (refused <= limit && accepts(refused)) [accepted, refused] = [refused, refused * 2]
  refused = Math.min(refused, limit + 1)
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2)
    if (accepts(middle)) accepted = middle
    else refused = middle
  }
  return accepted
}

/** For lists without a limit in the contract. */
const MANY_ELEMENTS = 600

const valueAt = (whole: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, key) => (within as Readonly<Record<string, unknown>> | undefined)?.[key === '*' ? '0' : key],
    whole,
  )

function enlarge({ schema, whole }: EndpointSample): object {
  const isLawful = (body: unknown) => schema.safeParse(body).success
  let body: unknown = whole
  const grow = (path: readonly string[], make: (size: number) => unknown, from: number, limit: number) => {
    const accepts = (size: number) => isLawful(replaceValueAtPath(body, path, make(size)))
    if (accepts(from)) body = replaceValueAtPath(body, path, make(findLargest(accepts, from, limit)))
  }
  for (const path of listValuePaths(whole)) {
    const text = valueAt(whole, path)
    if (typeof text === 'string') grow(path, fill, Math.max(text.length, 1), MAX_IMPORT_CHARACTERS)
  }
  for (const path of listValuePaths(whole)) {
    const list = valueAt(body, path)
    if (!Array.isArray(list)) continue
    const [first] = list as readonly unknown[]
    grow(path, (size) => Array.from({ length: size }, () => first), Math.max(list.length, 1), MANY_ELEMENTS)
  }
  return body as object
}

const largest = allEndpoints.flatMap((named) =>
  createEndpointSamples(named)
    .filter(({ part }) => part === 'body')
    .map((sample) => ({ ...named, sample, body: enlarge(sample) })),
)

const bytesOf = (name: string) =>
  Math.max(...largest.filter((each) => each.name === name).map(({ body }) => Buffer.byteLength(JSON.stringify(body))))

describe('what a person may write passes, as long as it may be and whatever it looks like:', () => {
  test.for(largest)('$name', ({ endpoint: { method, path }, sample, body }) => {
    const bodyBytes = Buffer.byteLength(JSON.stringify(body))
    expect(sample.schema.safeParse(body).error?.issues).toBeUndefined()

    const request = { ...stranger, path: `/api${path.replaceAll(/\{\w+\}/g, '1')}`, bodyBytes }

    expect([method, open(siteAcl).acl.evaluate(request)]).toEqual([method, undefined])
    expect(open(withoutOverrides()).acl.evaluate(request)?.rule).toMatch(/^CommonRules\/\w+_BODY$/)
  })

  test('among it whole imports, questionnaires and notes of a session', () => {
    expect(bytesOf('customers.checkImport')).toBeGreaterThan(MAX_IMPORT_CHARACTERS)
    expect(bytesOf('customers.writeImport')).toBeGreaterThan(IMPORT_CHUNK_ROWS * 4000)
    expect(bytesOf('questionnaire.save')).toBeGreaterThan(6 * MAX_ANSWER_LIST_ENTRIES * MAX_ANSWER_ENTRY_LENGTH)
    expect(bytesOf('consultations.saveNotes')).toBeGreaterThan(3 * 8000 + 4000)
  })

  test('a whole import, chunk after chunk', () => {
    const { acl, pass } = open(siteAcl)

    for (let chunk = 0; chunk < Math.ceil(MAX_IMPORT_ROWS / IMPORT_CHUNK_ROWS); chunk += 1) {
      expect(
        acl.evaluate({ ...stranger, path: `/api/customers/imports/1/chunks/${chunk}`, bodyBytes: 1 }),
      ).toBeUndefined()
      pass(100)
    }
  })
})

/** Lawful in a search, and like an attack to one of WAF's rules each. */
const searches = ['maria.log', '<script>', '../', 'http://192.0.2.1/x', '169.254.169.254']

const searched = allEndpoints.flatMap(({ endpoint, ...named }) =>
  createEndpointTextSamples({ ...named, endpoint })
    .filter(({ part }) => part === 'query')
    .flatMap(({ schema, withText }) =>
      searches
        .map((text) => ({ name: named.name, text, whole: withText(text) }))
        .filter(({ whole }) => schema.safeParse(whole).success)
        .map(({ name, text, whole }) => ({ name, text, path: `/api${endpoint.path}`, whole })),
    ),
)

const toQuery = (whole: object) => new URLSearchParams(whole as Record<string, string>).toString()

describe('what a person may search for passes, whatever it looks like:', () => {
  test.for(searched)('$name $text', ({ path, whole }) => {
    const request = { ...stranger, path, query: toQuery(whole) }

    expect(open(siteAcl).acl.evaluate(request)).toBeUndefined()
    expect(open(withoutOverrides()).acl.evaluate(request)?.rule).toMatch(/^CommonRules\/\w+_QUERYARGUMENTS$/)
  })

  test.each(searches)('and the page that has %s in its address can be loaded again', (text) => {
    const request = { ...stranger, path: '/admin', query: toQuery({ tab: 'clients', buscar: text }) }

    expect(open(siteAcl).acl.evaluate(request)).toBeUndefined()
    expect(open(siteAcl).acl.evaluate({ ...request, path: '/contacto' })).toMatchObject({ status: 403 })
  })

  test('among it the names of clients and of accounts', () => {
    expect(searched.map(({ name }) => name)).toEqual(expect.arrayContaining(['customers.list', 'users.list']))
  })
})

function withoutOverrides() {
  const rules = siteAcl.Rules.map((rule: { readonly Statement: Readonly<Record<string, object>> }) =>
    rule.Statement['ManagedRuleGroupStatement']
      ? {
          ...rule,
          Statement: {
            ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' },
          },
        }
      : rule,
  )
  return { ...siteAcl, Rules: rules }
}

test.each([
  ['a program without a name', { headers: {} }],
  ['a query longer than any of ours', { query: 'q'.repeat(2049) }],
  ['a path out of the folder', { path: '/api/../../etc/passwd' }],
  ['a script in the address', { path: '/', query: 'q=%3Cscript%3Ealert(1)%3C/script%3E' }],
])('what no page of ours sends is blocked: %s', (_, more) => {
  expect(open(siteAcl).acl.evaluate({ ...stranger, ...more })?.rule).toMatch(/^CommonRules(\/|-Queries$)/)
})

const ask = (acl: WebAcl, address: string) => acl.evaluate({ ...stranger, address })

describe('one address', () => {
  const settings = getOnlyResource(prod, 'AWS::ApiGatewayV2::Stage').Properties.RouteSettings as Readonly<
    Record<string, { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number }>
  >
  const publicRoutes = Object.values(apiContract).flatMap((domain) =>
    Object.values<Endpoint>(domain)
      .filter(({ allow }) => allow === 'everyone')
      .map(({ method, path }) => `${method} ${path}`),
  )

  /** The rate of one program on one machine; it slows others down until WAF notices. */
  const callsPerSecond = 1800

  const lowest = (setting: 'ThrottlingRateLimit' | 'ThrottlingBurstLimit') =>
    Math.min(...publicRoutes.map((route) => settings[route]?.[setting] ?? 0))

  test('at full speed leaves every public route open for everybody else', () => {
    const { acl, now, pass } = open(siteAcl)
    const admit = createThrottle({ rate: lowest('ThrottlingRateLimit'), burst: lowest('ThrottlingBurstLimit') }, now)
    let reached = 0
    let served = 0

    for (let second = 0; second < 60; second += 1) {
      for (let call = 0; call < callsPerSecond; call += 1) {
        if (!ask(acl, stranger.address) && admit()) reached += 1
        pass(1000 / callsPerSecond)
      }
      if (!ask(acl, '192.0.2.2') && admit()) served += 1
    }

    expect(served).toBe(60)
    // Only the requests before WAF's next check.
    expect(reached).toBeLessThan(callsPerSecond * 11)
  })

  test('that may ask as often as WAF allows cannot do so all at once either', () => {
    const { Limit } = siteAcl.Rules[0].Statement.RateBasedStatement

    expect(lowest('ThrottlingBurstLimit')).toBeGreaterThanOrEqual(2 * Limit)
  })

  test('that asks the API too often is answered as the API itself refuses', () => {
    const { acl, pass } = open(siteAcl)
    for (let call = 0; call < 1500; call += 1) ask(acl, stranger.address)
    pass(10_000)

    expect(ask(acl, stranger.address)).toEqual({
      rule: 'ApiPerAddress',
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '60' },
      body: '{"code":"too-many-attempts"}',
    })
  })
})

test('an address that asks for too much of any kind is told so, and when to come back', () => {
  const { acl, pass } = open(siteAcl)
  for (let page = 0; page < 4000; page += 1) acl.evaluate({ ...stranger, path: '/contacto' })
  pass(10_000)

  for (const path of ['/contacto', '/api/health'])
    expect(acl.evaluate({ ...stranger, path })).toEqual({
      rule: 'PerAddress',
      status: 429,
      headers: { 'content-type': 'text/html', 'retry-after': '60' },
      body: expect.stringMatching(/<html lang="es">.*demasiadas peticiones.*Espera un minuto/),
    })
})

function isBlockedWithin(calls: number, apartMs: number, properties: object, request: object): boolean {
  const { acl, pass } = open(properties)
  return Array.from({ length: calls }).some(() => {
    pass(apartMs)
    return acl.evaluate({ ...stranger, ...request }) !== undefined
  })
}

test('who takes pages by the hundred each second is stopped, and a network full of visitors is not', () => {
  const page = { path: '/contacto' }

  // A page of forty files each second.
  expect(isBlockedWithin(5000, 25, siteAcl, page), '40 files a second are stopped').toBe(false)
  expect(isBlockedWithin(12_000, 10, siteAcl, page), '100 files a second are stopped').toBe(true)
})

const target = (operation: string) => ({
  ...browser,
  'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
})

function isBlockedAfter(calls: number, operation: string): boolean {
  const { acl, pass } = open(poolAcl)
  for (let call = 0; call < calls; call += 1) acl.evaluate({ ...stranger, path: '/', headers: target(operation) })
  pass(10_000)
  return acl.evaluate({ ...stranger, path: '/', headers: target(operation) }) !== undefined
}

describe('before the user pool', () => {
  test.each(['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'])(
    'whoever calls %s again and again is stopped, long before the quotas that all share',
    (operation) => {
      expect(isBlockedAfter(50, operation)).toBe(false)
      expect(isBlockedAfter(150, operation)).toBe(true)
    },
  )

  test('whoever tries a password every two seconds is stopped within five minutes, and nobody who tries each minute', () => {
    const attempt = { path: '/', headers: target('InitiateAuth') }

    expect(isBlockedWithin(150, 2000, poolAcl, attempt), 'a password every two seconds is stopped').toBe(true)
    expect(isBlockedWithin(150, 60_000, poolAcl, attempt), 'a password each minute is stopped').toBe(false)
  })

  test('every other call of a browser is limited as well', () => {
    expect(isBlockedAfter(150, 'GetUser')).toBe(false)
    expect(isBlockedAfter(400, 'GetUser')).toBe(true)
    expect(isBlockedAfter(400, 'SignUp')).toBe(true)
  })

  test.each(['/oauth2/token', '/oauth2/authorize', '/login', '/forgotPassword', '/'])(
    '%s is limited whatever operation its header names',
    (path) => {
      const { acl, pass } = open(poolAcl)
      const request = { ...stranger, path, headers: target('ListUsers') }
      for (let call = 0; call < 400; call += 1) acl.evaluate(request)
      pass(10_000)

      expect(acl.evaluate(request)).toMatchObject({ rule: 'PerAddress' })
    },
  )

  test('nothing looks into what is sent: tokens and answers of Google may be long', () => {
    const long = { ...stranger, path: '/oauth2/idpresponse', query: 'state='.padEnd(4000, 's'), bodyBytes: 20_000 }

    expect(open(poolAcl).acl.evaluate(long)).toBeUndefined()
  })
})
