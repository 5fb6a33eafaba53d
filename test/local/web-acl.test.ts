import { describe, expect, test } from 'vitest'
import { createWebAcl, type WebAclOptions } from '../../bin/local/web-acl/web-acl.ts'

const request = {
  address: '192.0.2.1',
  path: '/',
  query: '',
  headers: { 'user-agent': 'browser' },
  bodyBytes: 0,
}
const visible = { CloudWatchMetricsEnabled: true, MetricName: 'Rule', SampledRequestsEnabled: true }
const queryLabel = 'awswaf:managed:aws:core-rule-set:GenericLFI_QueryArguments'
const commonGroup = { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' }

const block = (statement: object, action: object = { Block: {} }) => ({
  Name: 'Rule',
  Priority: 0,
  Statement: statement,
  Action: action,
  VisibilityConfig: visible,
})
const group = (definition: object) => ({
  Name: 'Group',
  Priority: 1,
  Statement: { ManagedRuleGroupStatement: definition },
  OverrideAction: { None: {} },
  VisibilityConfig: visible,
})
const rate = (more: object = {}) => ({
  RateBasedStatement: { AggregateKeyType: 'IP', Limit: 100, EvaluationWindowSec: 60, ...more },
})
const startsWith = (text: string, TextTransformations: readonly object[] = [{ Priority: 0, Type: 'NONE' }]) => ({
  ByteMatchStatement: {
    FieldToMatch: { UriPath: {} },
    PositionalConstraint: 'STARTS_WITH',
    SearchString: text,
    TextTransformations,
  },
})

const open = (rules: readonly object[], options: Partial<WebAclOptions> = {}, more: object = {}) =>
  createWebAcl({ DefaultAction: { Allow: {} }, Rules: rules, ...more }, { now: () => 0, ...options })

describe('what a web ACL says and nobody knows here is an error when it is read', () => {
  test.each([
    ['a statement', block({ GeoMatchStatement: { CountryCodes: ['ES'] } })],
    ['a statement within another', block({ NotStatement: { Statement: { IPSetReferenceStatement: { Arn: 'arn' } } } })],
    ['a transformation', block(startsWith('/api', [{ Priority: 0, Type: 'LOWERCASE' }]))],
    [
      'a comparison',
      block({ ByteMatchStatement: { ...startsWith('/').ByteMatchStatement, PositionalConstraint: 'X' } }),
    ],
    [
      'a part of the request',
      block({ ByteMatchStatement: { ...startsWith('/').ByteMatchStatement, FieldToMatch: { Body: {} } } }),
    ],
    ['a way to count', block(rate({ AggregateKeyType: 'FORWARDED_IP' }))],
    ['a scope of a count', block(rate({ ScopeDownStatement: { GeoMatchStatement: {} } }))],
    ['a label', block({ LabelMatchStatement: { Scope: 'LABEL', Key: 'awswaf:managed:aws:bot-control:bot' } })],
    ['a scope of labels', block({ LabelMatchStatement: { Scope: 'NAMESPACE', Key: queryLabel } })],
    [
      'a type among the headers of a reply',
      block(startsWith('/'), {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'slow',
            ResponseHeaders: [{ Name: 'Content-Type', Value: 'text/plain' }],
          },
        },
      }),
    ],
    ['an action', block(startsWith('/'), { Captcha: {} })],
    ['a managed group', group({ VendorName: 'AWS', Name: 'AWSManagedRulesSQLiRuleSet' })],
    ['a setting of a managed group', group({ ...commonGroup, Version: 'Version_1.0' })],
    [
      'a rule that the group does not have',
      group({ ...commonGroup, RuleActionOverrides: [{ Name: 'SizeRestriction_BODY', ActionToUse: { Count: {} } }] }),
    ],
  ])('%s', (_, rule) => {
    expect(() => open([rule])).toThrow(/here$|not evaluated here|has no rule/)
  })
})

describe('rules are asked in the order of their priorities', () => {
  test('and the first that blocks says how', () => {
    const reply = { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'slow' } } }
    const acl = open(
      [
        { ...block(startsWith('/')), Name: 'Last', Priority: 7 },
        { ...block(startsWith('/api/'), reply), Name: 'First', Priority: 3 },
        { ...block(startsWith('/api/'), { Count: {} }), Name: 'Counting', Priority: 1 },
      ],
      {},
      { CustomResponseBodies: { slow: { ContentType: 'APPLICATION_JSON', Content: '{}' } } },
    )

    expect(acl.evaluate({ ...request, path: '/api/x' })).toEqual({
      rule: 'First',
      status: 429,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(acl.evaluate(request)).toMatchObject({ rule: 'Last', status: 403, body: '' })
  })

  test.each([
    [{ AndStatement: { Statements: [startsWith('/a'), startsWith('/ab')] } }, '/ab', '/a'],
    [{ OrStatement: { Statements: [startsWith('/a'), startsWith('/b')] } }, '/b', '/c'],
    [{ NotStatement: { Statement: startsWith('/a') } }, '/b', '/a'],
  ])('%j blocks %s and not %s', (statement, blocked, passed) => {
    const acl = open([block(statement)])

    expect(acl.evaluate({ ...request, path: blocked })).toBeDefined()
    expect(acl.evaluate({ ...request, path: passed })).toBeUndefined()
  })
})

describe('the common rules', () => {
  const acl = open([group(commonGroup)])

  test.each([
    ['no user agent', { headers: {} }, 'NoUserAgent_HEADER'],
    ['a long query', { query: 'q'.repeat(2049) }, 'SizeRestrictions_QUERYSTRING'],
    ['a long path', { path: `/${'p'.repeat(1024)}` }, 'SizeRestrictions_URIPATH'],
    ['a large body', { bodyBytes: 8193 }, 'SizeRestrictions_BODY'],
    ['any body, whose content nobody outside of AWS can evaluate', { bodyBytes: 1 }, 'EC2MetaDataSSRF_BODY'],
    ['many cookies', { headers: { 'user-agent': 'x', cookie: 'c'.repeat(10_241) } }, 'SizeRestrictions_Cookie_HEADER'],
    ['a way out of the folder', { query: 'file=%2e%2e%2fpasswd' }, 'GenericLFI_QUERYARGUMENTS'],
    ['a script', { query: 'q=%3Cscript%3E' }, 'CrossSiteScripting_QUERYARGUMENTS'],
  ])('block %s', (_, more, rule) => {
    expect(acl.evaluate({ ...request, ...more })).toMatchObject({ rule: `Group/${rule}`, status: 403 })
  })

  test('let an ordinary request through', () => {
    expect(acl.evaluate({ ...request, path: '/primera-consulta', query: 'utm_source=carta' })).toBeUndefined()
  })
})

test('a managed rule that counts labels the request for the rules behind it, and for that request alone', () => {
  const counts = { Name: 'GenericLFI_QUERYARGUMENTS', ActionToUse: { Count: {} } }
  const labelled = { ...block({ LabelMatchStatement: { Scope: 'LABEL', Key: queryLabel } }), Priority: 2 }
  const acl = open([group({ ...commonGroup, RuleActionOverrides: [counts] }), labelled])

  expect(acl.evaluate({ ...request, query: 'file=../passwd' })).toMatchObject({ rule: 'Rule', status: 403 })
  expect(acl.evaluate(request)).toBeUndefined()
  expect(acl.evaluate({ ...request, path: '/../passwd' })).toMatchObject({ rule: 'Group/GenericLFI_URIPATH' })
})

test('a reply says the headers that its rule gives, beside the type of its body', () => {
  const CustomResponse = {
    ResponseCode: 429,
    CustomResponseBodyKey: 'slow',
    ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
  }
  const bodies = { CustomResponseBodies: { slow: { ContentType: 'TEXT_PLAIN', Content: 'slow' } } }

  expect(open([block(startsWith('/'), { Block: { CustomResponse } })], {}, bodies).evaluate(request)).toEqual({
    rule: 'Rule',
    status: 429,
    headers: { 'content-type': 'text/plain', 'retry-after': '60' },
    body: 'slow',
  })
})

function openAt(start: number, more: object = {}) {
  let at = start
  const acl = open([block(rate(more))], { now: () => at, isCounted: (address) => address !== '127.0.0.1' })
  return {
    ask: (address = request.address) => acl.evaluate({ ...request, address }),
    go: (ms: number) => void (at += ms),
  }
}

describe('a rate by address', () => {
  test('is noticed at the next check, blocks that address alone, and ends with the next minute', () => {
    const { ask, go } = openAt(0)
    for (let count = 0; count < 150; count += 1) expect(ask()).toBeUndefined()

    go(10_000)
    expect(ask()).toMatchObject({ rule: 'Rule', status: 403 })
    expect(ask('192.0.2.2')).toBeUndefined()

    go(61_000)
    expect(ask()).toBeUndefined()
  })

  test('lets as many through as it says', () => {
    const { ask, go } = openAt(0)
    for (let count = 0; count < 99; count += 1) ask()
    go(10_000)

    expect(ask()).toBeUndefined()
  })

  test('counts neither what is out of its scope nor addresses that are not to be counted', () => {
    const scoped = openAt(0, { ScopeDownStatement: startsWith('/api/') })
    const own = openAt(0)
    for (let count = 0; count < 150; count += 1) {
      scoped.ask()
      own.ask('127.0.0.1')
    }
    for (const { go } of [scoped, own]) go(10_000)

    expect(scoped.ask()).toBeUndefined()
    expect(own.ask('127.0.0.1')).toBeUndefined()
  })
})
