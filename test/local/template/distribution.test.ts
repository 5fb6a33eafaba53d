import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildLocalAddresses } from '../../../bin/local/addresses.ts'
import { openTemplateStack } from '../../../bin/local/iam/template-policies.ts'
import { createDistribution } from '../../../bin/local/template/distribution.ts'
import { readDistribution } from '../../../bin/local/template/distribution-config.ts'
import { readSiteFiles, type SiteFile } from '../../../bin/local/template/site-files.ts'
import { createThrottle } from '../../../bin/local/template/throttle.ts'
import { createPageRoutingCode, emptySitePages } from '../../../lib/constructs/site-pages.ts'
import { getRaw } from '../../support/get-raw.ts'

const policy = {
  Name: 'Headers',
  CustomHeadersConfig: { Items: [{ Header: 'Permissions-Policy', Value: 'camera=()', Override: true }] },
  SecurityHeadersConfig: {
    ContentSecurityPolicy: {
      ContentSecurityPolicy: "default-src 'self' https://files.example; upgrade-insecure-requests",
      Override: true,
    },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
  },
}

const routing = `function handler(event) {
  if (event.request.uri === '/old') return { statusCode: 301, headers: { location: { value: '/new' } } }
  if (event.request.uri === '/page') event.request.uri = '/page/index.html'
  return event.request
}`
const status = `function handler(event) {
  if (event.request.uri === '/404.html') event.response.statusCode = 404
  return event.response
}`

const aDistribution = (more: object = {}, behavior: object = {}, code = routing) => ({
  Headers: { Type: 'AWS::CloudFront::ResponseHeadersPolicy', Properties: { ResponseHeadersPolicyConfig: policy } },
  Routing: { Type: 'AWS::CloudFront::Function', Properties: { FunctionCode: code } },
  Status: { Type: 'AWS::CloudFront::Function', Properties: { FunctionCode: status } },
  Distribution: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Origins: [
          { Id: 'pages', DomainName: 'site.s3.eu-west-1.amazonaws.com', S3OriginConfig: {} },
          {
            Id: 'api',
            DomainName: 'api.example',
            OriginCustomHeaders: [
              {
                HeaderName: 'X-Proof',
                HeaderValue: '{{resolve:secretsmanager:arn:aws:x:secret:Proof-AbCdEf:SecretString:::}}',
              },
            ],
          },
        ],
        CacheBehaviors: [
          {
            PathPattern: '/api/*',
            TargetOriginId: 'api',
            AllowedMethods: ['GET', 'POST'],
            ResponseHeadersPolicyId: { Ref: 'Headers' },
          },
        ],
        DefaultCacheBehavior: {
          TargetOriginId: 'pages',
          Compress: true,
          ResponseHeadersPolicyId: { Ref: 'Headers' },
          FunctionAssociations: [
            { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Routing', 'FunctionARN'] } },
            { EventType: 'viewer-response', FunctionARN: { 'Fn::GetAtt': ['Status', 'FunctionARN'] } },
          ],
          ...behavior,
        },
        ...more,
      },
    },
  },
})

const localise = (text: string) => text.replace('https://files.example', 'http://127.0.0.1:1')

function read(resources: ReturnType<typeof aDistribution>) {
  const stack = openTemplateStack({ Resources: resources }, { stackName: 'Stack', region: 'eu-west-1' })
  return readDistribution(stack, { localise, localiseOrigins: localise }, { Proof: 'secret words' })
}

const page = (text: string) => ({ body: Buffer.from(text), cacheControl: 'no-cache' })

const pages: ReadonlyMap<string, SiteFile> = new Map([
  ['page/index.html', page('the page'.repeat(200))],
  ['404.html', page('nothing here')],
  ['secret.txt', page('not for CloudFront')],
])

interface Serving {
  readonly mayList?: boolean
  readonly site?: typeof pages
  readonly api?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

const answerAlways: NonNullable<Serving['api']> = async (request, response) =>
  void response.writeHead(200, { 'Content-Security-Policy': 'none', 'x-own': 'yes' }).end(request.method)

async function serve(
  resources = aDistribution(),
  { mayList = false, site = pages, api = answerAlways }: Serving = {},
): Promise<string> {
  const answer = createDistribution({
    config: read(resources),
    files: new Map([['site', site]]),
    requireRead: (_, key) => {
      if (key === 'secret.txt') throw new Error('no')
    },
    requireList: () => {
      if (!mayList) throw new Error('no')
    },
    api,
  })
  const server = createServer((request, response) => void answer(request, response))
  onTestFinished(() => void server.close())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

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

  expect(() => read(without as never)).toThrow('Routing is not in the template')
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

async function failOnce(resources?: ReturnType<typeof aDistribution>) {
  let calls = 0
  const site = await serve(resources, {
    api: async (_, response) => {
      calls += 1
      void response.writeHead(calls === 1 ? 503 : 200, { 'cache-control': 'no-store' }).end(`answer ${calls}`)
    },
  })
  const get = async (path: string) => {
    const answer = await fetch(`${site}/api/${path}`)
    return [answer.status, await answer.text()]
  }
  return { get, post: async () => (await fetch(`${site}/api/orders`, { method: 'POST' })).status }
}

describe('what fails behind /api', () => {
  test('is the answer to everybody who reads there for ten seconds, whatever else they ask', async () => {
    const { get, post } = await failOnce()

    expect(await get('orders?of=one')).toEqual([503, 'answer 1'])
    expect(await get('orders?of=another')).toEqual([503, 'answer 1'])
    expect(await get('slots')).toEqual([200, 'answer 2'])
    expect(await post()).toBe(200)
  })

  test('is asked again at once where the distribution keeps no failure', async () => {
    const { get } = await failOnce(aDistribution({ CustomErrorResponses: [{ ErrorCode: 503, ErrorCachingMinTTL: 0 }] }))

    expect([await get('orders'), await get('orders')]).toEqual([
      [503, 'answer 1'],
      [200, 'answer 2'],
    ])
  })
})
