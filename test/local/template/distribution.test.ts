import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildLocalAddresses } from '../../../bin/local/addresses.ts'
import { openTemplateStack } from '../../../bin/local/iam/template-policies.ts'
import { readSiteFiles, type SiteFile } from '../../../bin/local/template/site-files.ts'
import { createThrottle } from '../../../bin/local/template/throttle.ts'
import { createPageRoutingCode, emptySitePages } from '../../../lib/constructs/site-pages.ts'
import { getRaw } from '../../support/get-raw.ts'
import { aDistribution, localise, managedPolicies, page, read, serve } from './serve-distribution.ts'

test('pages come from the bucket by way of the code at the edge, with the headers of the template', async () => {
  const site = await serve()

  const answer = await fetch(`${site}/page`)

  expect(await answer.text()).toMatch(/^the page/)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('permissions-policy')).toBe('camera=()')
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=60; includeSubDomains')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self' http://127.0.0.1:1")
})

test('code at the edge may answer itself, and may change the status of a page', async () => {
  const site = await serve()

  const moved = await fetch(`${site}/old`, { redirect: 'manual' })
  const missing = await fetch(`${site}/404.html`)

  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/new'])
  expect(missing.status).toBe(404)
})

test('what is not in the bucket is not found by whoever may list it, and refused to others, as S3 does; an error page takes its place', async () => {
  const errorPage = { ErrorCode: 403, ResponseCode: 404, ResponsePagePath: '/404.html' }
  const listing = await serve(aDistribution(), { mayList: true })

  const bare = await fetch(`${await serve()}/nothing.png`)
  const kind = await fetch(`${await serve(aDistribution({ CustomErrorResponses: [errorPage] }))}/nothing.png`)

  expect(bare.status).toBe(403)
  expect((await fetch(`${await serve()}/%`)).status).toBe(403)
  expect((await fetch(`${listing}/nothing.png`)).status).toBe(404)
  expect((await fetch(`${listing}/secret.txt`)).status).toBe(403)
  expect([kind.status, await kind.text()]).toEqual([404, 'nothing here'])
})

test('the API has the methods of its behavior, and the policy takes the place of its own headers', async () => {
  const site = await serve()

  const answer = await fetch(`${site}/api/orders`, { method: 'POST' })
  const refused = await fetch(`${site}/api/orders`, { method: 'DELETE' })

  expect(await answer.text()).toBe('POST')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self' http://127.0.0.1:1")
  expect(answer.headers.get('x-own')).toBe('yes')
  expect(refused.status).toBe(403)
})

const encodingOf = async (site: string, accepted: string) =>
  (await getRaw(`${site}/page`, accepted)).headers['content-encoding']

test('pages are compressed only where the template says so, and only for whoever can read it', async () => {
  const [compressing, plain] = [await serve(), await serve(aDistribution({}, { Compress: false }))]

  expect(await encodingOf(compressing, 'br, gzip')).toBe('br')
  expect(await encodingOf(compressing, 'identity')).toBeUndefined()
  expect(await encodingOf(plain, 'br, gzip')).toBeUndefined()
})

test('files of one name in two buckets stay apart, with what is compressed of them and who may read them', async () => {
  const { Distribution, ...rest } = aDistribution()
  const { DistributionConfig: config } = Distribution.Properties
  const routeAway = "function handler({ request }) { request.uri = request.uri.replace('/away', ''); return request }"
  const away = {
    PathPattern: '/away/*',
    TargetOriginId: 'others',
    CachePolicyId: managedPolicies.cachingOptimized,
    Compress: true,
    FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Away', 'FunctionARN'] } }],
  }
  const others = { Id: 'others', DomainName: 'other.s3.eu-west-1.amazonaws.com', S3OriginConfig: {} }
  const resources = {
    ...rest,
    Away: { Type: 'AWS::CloudFront::Function', Properties: { FunctionCode: routeAway } },
    Distribution: {
      ...Distribution,
      Properties: {
        DistributionConfig: {
          ...config,
          Origins: [...config.Origins, others],
          CacheBehaviors: [...config.CacheBehaviors, away],
        },
      },
    },
  }
  const other = new Map([
    ['page/index.html', page('another page'.repeat(200))],
    ['secret.txt', page('for CloudFront')],
  ])
  const site = await serve(resources, { other })
  const fetchUnpacked = async (path: string) => gunzipSync((await getRaw(`${site}${path}`, 'gzip')).body).toString()

  expect(await fetchUnpacked('/page/index.html')).toMatch(/^the page/)
  expect(await fetchUnpacked('/away/page/index.html')).toMatch(/^another page/)
  expect((await fetch(`${site}/secret.txt`)).status).toBe(403)
  expect((await fetch(`${site}/away/secret.txt`)).status).toBe(200)
})

const aDeployment = (properties: object) => ({
  Type: 'Custom::CDKBucketDeployment',
  Properties: { SourceObjectKeys: ['site.zip'], DestinationBucketName: 'site', ...properties },
})

function deployedSite(contents: Readonly<Record<string, Buffer>>): ReadonlyMap<string, SiteFile> {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-deployed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, body] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), body)
  }
  const Resources = {
    Assets: aDeployment({ Exclude: ['*'], Include: ['assets/*'], SystemMetadata: { 'cache-control': 'immutable' } }),
    Copies: aDeployment({
      Exclude: ['*'],
      Include: ['br/assets/*'],
      SystemMetadata: { 'cache-control': 'immutable', 'content-encoding': 'br' },
    }),
    Pages: aDeployment({ Exclude: ['assets/*', 'br/*'], SystemMetadata: { 'cache-control': 'no-cache' } }),
  }
  const stack = openTemplateStack({ Resources }, { stackName: 'Stack', region: 'eu-west-1' })
  const hosts = { localise, localiseOrigins: localise }
  const addresses = buildLocalAddresses(5173)
  return readSiteFiles({ stack, edge: undefined, assetPath: () => folder }, 'site', { hosts, addresses })
}

test('what was compressed before it was copied is served as it is, with its encoding; the original is compressed for others', async () => {
  const script = Buffer.from('export const a = 1;'.repeat(200))
  // Long enough to be compressed again if the encoding were overlooked.
  const copy = Buffer.concat([brotliCompressSync(script), Buffer.alloc(2000)])
  const name = 'assets/main-1a2b3c4d.js'
  const files = deployedSite({ 'index.html': Buffer.from('page'), [name]: script, [`br/${name}`]: copy })
  const code = createPageRoutingCode({ ...emptySitePages, copies: ['1a2b3c4d'] })
  const site = await serve(aDistribution({}, {}, code), { site: files, mayList: true })

  const [brotli, gzip, neither, direct] = await Promise.all([
    getRaw(`${site}/${name}`, 'gzip, deflate, br'),
    getRaw(`${site}/${name}`, 'gzip'),
    getRaw(`${site}/${name}`, 'identity'),
    getRaw(`${site}/br/${name}`, 'gzip, deflate, br'),
  ])

  expect([...files].map(([path, { contentEncoding }]) => [path, contentEncoding])).toEqual([
    [name, undefined],
    [`br/${name}`, 'br'],
    ['index.html', undefined],
  ])
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'immutable',
  })
  expect(brotli.body.equals(copy)).toBe(true)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).equals(script)).toBe(true)
  expect(neither.headers['content-encoding']).toBeUndefined()
  expect(neither.body.equals(script)).toBe(true)
  expect(direct.status).toBe(404)
})

test('CloudFront proves itself to the API by the secret of the template', () => {
  expect(read(aDistribution()).behaviors[0]?.originHeaders).toEqual({ 'x-proof': 'secret words' })
})

test('a function or a policy of headers that is not in the template is an error', () => {
  const { Routing: _, ...without } = aDistribution()
  const other = aDistribution({}, { ResponseHeadersPolicyId: 'Other' })

  expect(() => read(without)).toThrow('Routing is not in the template')
  expect(() => read(other)).toThrow('Other is not in the template')
})

test('a route lets in its burst at once, and then as many each second as its rate', () => {
  let now = 0
  const admit = createThrottle({ rate: 2, burst: 3 }, () => now)
  const ask10 = () => Array.from({ length: 10 }, admit).filter(Boolean).length

  expect(ask10()).toBe(3)
  now += 1000
  expect(ask10()).toBe(2)
  now += 60_000
  expect(ask10()).toBe(3)
})

async function failOnce(status: number, resources?: object, cacheControl = status < 500 ? undefined : 'no-store') {
  let calls = 0
  // The gateway's own refusals say nothing about caches.
  const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl }
  const site = await serve(resources, {
    api: async (_, response) => {
      calls += 1
      void response.writeHead(calls === 1 ? status : 200, headers).end(`answer ${calls}`)
    },
  })
  const get = async (path: string) => {
    const answer = await fetch(`${site}/api/${path}`)
    return [answer.status, await answer.text()]
  }
  return { get, post: async () => (await fetch(`${site}/api/orders`, { method: 'POST' })).status }
}

describe.each([404, 405, 414, 503])('what fails with %i behind /api', (status) => {
  test('is the answer to everybody who reads there for ten seconds, whatever else they ask', async () => {
    const { get, post } = await failOnce(status)

    expect(await get('orders?of=one')).toEqual([status, 'answer 1'])
    expect(await get('orders?of=another')).toEqual([status, 'answer 1'])
    expect(await get('slots')).toEqual([200, 'answer 2'])
    expect(await post()).toBe(200)
  })

  test('is asked again at once where the distribution keeps no failure', async () => {
    const keptForNoTime = { ErrorCode: status, ErrorCachingMinTTL: 0 }
    const { get } = await failOnce(status, aDistribution({ CustomErrorResponses: [keptForNoTime] }))

    expect([await get('orders'), await get('orders')]).toEqual([
      [status, 'answer 1'],
      [200, 'answer 2'],
    ])
  })
})

test('another refusal behind /api is kept for nobody', async () => {
  const { get } = await failOnce(409)

  expect([await get('orders'), await get('orders')]).toEqual([
    [409, 'answer 1'],
    [200, 'answer 2'],
  ])
})

test.each([
  [404, 'no-store', 200],
  [404, 'max-age=0, No-Cache', 200],
  [414, 'private', 200],
  [501, 'no-store', 200],
  [404, 'max-age=0', 404],
  [405, 'no-store', 405],
  [503, 'private', 503],
])('after %i with «%s» behind /api the next who reads there gets %i', async (status, cacheControl, next) => {
  const { get } = await failOnce(status, undefined, cacheControl)

  await get('orders')

  expect((await get('orders'))[0]).toBe(next)
})
