import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getRaw } from '../../support/get-raw.ts'
import { aDistribution, managedPolicies, read, serve } from './serve-distribution.ts'

afterEach(() => vi.useRealTimers())

interface Values {
  readonly headers?: readonly string[]
  readonly cookies?: readonly string[]
  readonly queryStrings?: readonly string[]
}

const select = (name: string, names: readonly string[] | undefined, behavior: string) => ({
  [`${name}Behavior`]: names ? behavior : 'none',
  ...(names && { [`${name}s`]: names }),
})

const valuesConfig = ({ headers, cookies, queryStrings }: Values, behavior = 'whitelist') => ({
  CookiesConfig: select('Cookie', cookies, behavior),
  HeadersConfig: select('Header', headers, behavior),
  QueryStringsConfig: select('QueryString', queryStrings, behavior),
})

const cachePolicy = (values: Values, { min = 0, max = 60, brotli = false, gzip = false } = {}) => ({
  Type: 'AWS::CloudFront::CachePolicy',
  Properties: {
    CachePolicyConfig: {
      MinTTL: min,
      DefaultTTL: 0,
      MaxTTL: max,
      ParametersInCacheKeyAndForwardedToOrigin: {
        ...valuesConfig(values),
        EnableAcceptEncodingBrotli: brotli,
        EnableAcceptEncodingGzip: gzip,
      },
    },
  },
})

const originRequestPolicy = (values: Values, behavior?: string) => ({
  Type: 'AWS::CloudFront::OriginRequestPolicy',
  Properties: { OriginRequestPolicyConfig: valuesConfig(values, behavior) },
})

const cacheAlone = { CachePolicyId: { Ref: 'Cache' }, OriginRequestPolicyId: undefined }

/** The API's behaviour has these policies; those that are not AWS' own stand in the template as `Cache` and `Besides`. */
const withPolicies = (api: object, { Cache, Besides }: { Cache?: object; Besides?: object } = {}) => ({
  ...aDistribution({}, {}, undefined, api),
  ...(Cache && { Cache }),
  ...(Besides && { Besides }),
})

interface Heard {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const fromBrowser = {
  authorization: 'Bearer token',
  cookie: 'theme=dark; session=one',
  'content-type': 'application/json',
  'user-agent': 'Firefox',
  'x-own': 'yes',
  'x-forwarded-proto': 'gopher',
  'x-real-ip': '192.0.2.1',
}

/** What the API hears of a browser's call. */
async function hear(resources: object, query = 'week=2026-11-30&type=one', headers: object = fromBrowser) {
  const heard: Heard[] = []
  const site = await serve(resources, {
    api: async (request, response) => {
      heard.push({ url: request.url, headers: request.headers, body: await text(request) })
      response.writeHead(200).end()
    },
  })
  await fetch(`${site}/api/orders?${query}`, { method: 'POST', body: '{}', headers: { ...headers } })
  const [call] = heard
  if (!call) throw new Error('the API was not asked')
  return call
}

describe('of what a browser sends', () => {
  test('AllViewerExceptHostHeader lets everything through to the API but what CloudFront takes away from everybody', async () => {
    const { url, headers, body } = await hear(aDistribution())

    const { 'x-forwarded-proto': _, 'x-real-ip': __, ...others } = fromBrowser
    expect(url).toBe('/api/orders?week=2026-11-30&type=one')
    expect(headers).toMatchObject(others)
    expect([headers['x-forwarded-proto'], headers['x-real-ip']]).toEqual([undefined, undefined])
    expect(body).toBe('{}')
  })

  test('the API hears no token, cookie, query or name of the browser where no policy names them', async () => {
    const { url, headers, body } = await hear(withPolicies({ OriginRequestPolicyId: undefined }))

    expect(url).toBe('/api/orders')
    expect(headers).toMatchObject({ 'user-agent': 'Amazon CloudFront', 'content-type': 'application/json' })
    for (const name of ['authorization', 'cookie', 'x-own']) expect(headers[name]).toBeUndefined()
    expect(body).toBe('{}')
  })

  test('what a cache policy distinguishes reaches the API, and what an origin request policy adds, and nothing else', async () => {
    const Cache = cachePolicy({ headers: ['Authorization'], queryStrings: ['week'] })
    const Besides = originRequestPolicy({ headers: ['User-Agent'], cookies: ['session'] })

    const { url, headers } = await hear(
      withPolicies({ CachePolicyId: { Ref: 'Cache' }, OriginRequestPolicyId: { Ref: 'Besides' } }, { Cache, Besides }),
    )

    expect(url).toBe('/api/orders?week=2026-11-30')
    expect(headers).toMatchObject({ authorization: 'Bearer token', 'user-agent': 'Firefox', cookie: 'session=one' })
    expect(headers['x-own']).toBeUndefined()
  })

  test('a policy of exceptions lets through whatever it does not name', async () => {
    const Besides = originRequestPolicy(
      { headers: ['Host', 'Authorization'], cookies: ['session'], queryStrings: ['week'] },
      'allExcept',
    )

    const { url, headers } = await hear(withPolicies({ OriginRequestPolicyId: { Ref: 'Besides' } }, { Besides }))

    expect(url).toBe('/api/orders?type=one')
    expect(headers).toMatchObject({ cookie: 'theme=dark', 'x-own': 'yes' })
    expect(headers.authorization).toBeUndefined()
  })

  test.for([
    ['gzip, deflate, br;q=1.0', { brotli: true, gzip: true }, 'br,gzip'],
    ['gzip, deflate, br', { gzip: true }, 'gzip'],
    ['deflate', { brotli: true, gzip: true }, 'identity'],
    ['gzip, deflate, br', {}, undefined],
  ] as const)('of «%s» the API hears the encodings that the cache policy %o knows', async ([accepted, known, sent]) => {
    const resources = withPolicies(cacheAlone, { Cache: cachePolicy({}, known) })

    const { headers } = await hear(resources, '', { 'accept-encoding': accepted })

    expect(headers['accept-encoding']).toBe(sent)
  })
})

test.for([
  ['an unknown cache policy', withPolicies({ CachePolicyId: 'other' }), 'policy other is neither'],
  ['no cache policy', withPolicies({ CachePolicyId: undefined }), 'policy  is neither'],
  ['an unknown origin request policy', withPolicies({ OriginRequestPolicyId: 'other' }), 'policy other is neither'],
  [
    'the Host of the site, which API Gateway does not know',
    withPolicies({ OriginRequestPolicyId: managedPolicies.allViewer }),
    "send the viewer's Host",
  ],
  [
    'Authorization alone beside the cache key, which CloudFront does not take',
    withPolicies(
      { OriginRequestPolicyId: { Ref: 'Besides' } },
      { Besides: originRequestPolicy({ headers: ['Authorization'] }) },
    ),
    'may not name Authorization alone',
  ],
  [
    'a key for nothing that is kept, which CloudFront does not take',
    withPolicies(cacheAlone, { Cache: cachePolicy({ queryStrings: ['week'] }, { max: 0 }) }),
    'keeps nothing',
  ],
  [
    'a header that only CloudFront can make',
    withPolicies(cacheAlone, { Cache: cachePolicy({ headers: ['CloudFront-Viewer-Country'] }) }),
    'cloudfront-viewer-country',
  ],
] as const)('a behaviour with %s is an error, never a way for everything', ([, resources, message]) => {
  expect(() => read(resources)).toThrow(message)
})

test('a function before the API is an error: only those before pages are run', () => {
  const FunctionAssociations = [
    { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Routing', 'FunctionARN'] } },
  ]

  expect(() => read(withPolicies({ FunctionAssociations }))).toThrow('functions of /api/*')
})

test('a page is compressed only where its cache policy tells the encodings apart', async () => {
  const { cachingDisabled: CachePolicyId, allViewerExceptHost: OriginRequestPolicyId } = managedPolicies
  const site = await serve(aDistribution({}, { CachePolicyId, OriginRequestPolicyId }))

  expect((await getRaw(`${site}/page`, 'br, gzip')).headers['content-encoding']).toBeUndefined()
})

/** Answers are numbered. */
async function countCalls(resources: object) {
  let calls = 0
  const site = await serve(resources, {
    api: async (_, response) => {
      calls += 1
      response.setHeader('date', 'Mon, 30 Nov 2026 09:00:00 GMT')
      response.writeHead(200, { 'cache-control': 'no-store' }).end(`answer ${calls}`)
    },
  })
  return async (path: string, token = 'one') => {
    const answer = await fetch(`${site}/api/${path}`, { headers: { authorization: token } })
    return { text: await answer.text(), date: answer.headers.get('date'), age: answer.headers.get('age') }
  }
}

describe('what a cache policy keeps for a least time', () => {
  test('is answered to everybody with its date and age, whosever token asks and though the API forbids it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T09:00:00Z') })
    const get = await countCalls(
      withPolicies({ CachePolicyId: { Ref: 'Cache' } }, { Cache: cachePolicy({}, { min: 5 }) }),
    )

    expect(await get('orders', 'one')).toMatchObject({ text: 'answer 1', age: null })
    vi.setSystemTime(new Date('2026-11-30T09:00:04Z'))
    expect(await get('orders', 'another')).toEqual({
      text: 'answer 1',
      date: 'Mon, 30 Nov 2026 09:00:00 GMT',
      age: '4',
    })
    vi.setSystemTime(new Date('2026-11-30T09:00:05Z'))
    expect(await get('orders', 'another')).toMatchObject({ text: 'answer 2', age: null })
  })

  test('is told apart by what the policy names, and by nothing else', async () => {
    const Cache = cachePolicy({ headers: ['Authorization'], queryStrings: ['week'] }, { min: 60 })
    const get = await countCalls(withPolicies(cacheAlone, { Cache }))

    expect((await get('slots?week=1&type=a')).text).toBe('answer 1')
    expect((await get('slots?week=1&type=b')).text).toBe('answer 1')
    expect((await get('slots?week=2&type=a')).text).toBe('answer 2')
    expect((await get('slots?week=1&type=a', 'two')).text).toBe('answer 3')
  })

  test('is nothing where the least time is none', async () => {
    const get = await countCalls(aDistribution())

    expect([(await get('orders')).text, (await get('orders')).text]).toEqual(['answer 1', 'answer 2'])
  })
})
