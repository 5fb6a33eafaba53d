import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openTemplateStack } from '../../../bin/local/iam/template-policies.ts'
import { createDistribution } from '../../../bin/local/template/distribution.ts'
import { readDistribution } from '../../../bin/local/template/distribution-config.ts'
import type { SiteFile } from '../../../bin/local/template/site-files.ts'

/** AWS' own. */
export const managedPolicies = {
  allViewer: '216adef6-5c7f-47e4-b989-5492eafa07d3',
  allViewerExceptHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
}

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

export const aDistribution = (more: object = {}, behavior: object = {}, code = routing, api: object = {}) => ({
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
            CachePolicyId: managedPolicies.cachingDisabled,
            OriginRequestPolicyId: managedPolicies.allViewerExceptHost,
            ResponseHeadersPolicyId: { Ref: 'Headers' },
            ...api,
          },
        ],
        DefaultCacheBehavior: {
          TargetOriginId: 'pages',
          CachePolicyId: managedPolicies.cachingOptimized,
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

export const localise = (text: string) => text.replace('https://files.example', 'http://127.0.0.1:1')

export function read(resources: object) {
  const stack = openTemplateStack({ Resources: resources as never }, { stackName: 'Stack', region: 'eu-west-1' })
  return readDistribution(stack, { localise, localiseOrigins: localise }, { Proof: 'secret words' })
}

export const page = (text: string) => ({ body: Buffer.from(text), cacheControl: 'no-cache' })

const pages: ReadonlyMap<string, SiteFile> = new Map([
  ['page/index.html', page('the page'.repeat(200))],
  ['404.html', page('nothing here')],
  ['secret.txt', page('not for CloudFront')],
])

interface Serving {
  readonly mayList?: boolean
  readonly site?: typeof pages
  /** Another bucket of the distribution. */
  readonly other?: typeof pages
  readonly api?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

const answerAlways: NonNullable<Serving['api']> = async (request, response) =>
  void response.writeHead(200, { 'Content-Security-Policy': 'none', 'x-own': 'yes' }).end(request.method)

export async function serve(
  resources: object = aDistribution(),
  { mayList = false, site = pages, other = new Map(), api = answerAlways }: Serving = {},
): Promise<string> {
  const answer = createDistribution({
    config: read(resources),
    files: new Map([
      ['site', site],
      ['other', other],
    ]),
    requireRead: (bucket, key) => {
      if (bucket === 'site' && key === 'secret.txt') throw new Error('no')
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
