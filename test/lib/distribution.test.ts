import { describe, expect, test } from 'vitest'
import {
  findTemplateResources,
  fullyConfiguredStage,
  getOnlyResource,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate()
const distributionOf = (of: typeof template) =>
  getOnlyResource(of, 'AWS::CloudFront::Distribution').Properties.DistributionConfig
const distribution = distributionOf(template)

const apiFunctions = () =>
  Object.entries(findTemplateResources(template, 'AWS::Lambda::Function')).filter(([id]) => id.startsWith('Api'))

interface Behaviour {
  readonly PathPattern?: string
  readonly ViewerProtocolPolicy: string
  readonly ResponseHeadersPolicyId?: { readonly Ref: string }
}

describe.for([
  ['of development', template],
  ['with every input', getStageTemplate(fullyConfiguredStage, 'prod')],
] as const)('whatever a browser asks of a stage %s', ([, stage]) => {
  const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(stage)
  const behaviours: readonly Behaviour[] = [DefaultCacheBehavior, ...CacheBehaviors]

  test('is answered with headers that keep strangers out', () => {
    const policies = findTemplateResources(stage, 'AWS::CloudFront::ResponseHeadersPolicy')

    for (const { PathPattern, ResponseHeadersPolicyId } of behaviours)
      expect([
        PathPattern,
        policies[ResponseHeadersPolicyId?.Ref ?? '']?.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig,
      ]).toMatchObject([PathPattern, { FrameOptions: { FrameOption: 'DENY' }, ContentSecurityPolicy: {} }])
  })

  test('is answered over TLS, a call of the API never after a plain request', () => {
    expect(behaviours.map(({ PathPattern, ViewerProtocolPolicy }) => [PathPattern, ViewerProtocolPolicy])).toEqual([
      [undefined, 'redirect-to-https'],
      ['/auth', 'redirect-to-https'],
      ['/register', 'redirect-to-https'],
      ['/oauth-callback', 'redirect-to-https'],
      ['/api/slots', 'https-only'],
      ['/api/*', 'https-only'],
    ])
  })
})

describe('the distribution', () => {
  const apiBehaviour = distribution.CacheBehaviors.at(-1)

  test('sends /api to the API as it came, uncached, with every method and over TLS', () => {
    expect(apiBehaviour).toMatchObject({
      PathPattern: '/api/*',
      ViewerProtocolPolicy: 'https-only',
      // AWS's ids of CACHING_DISABLED and ALL_VIEWER_EXCEPT_HOST_HEADER.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    })
  })

  test('A-70 keeps the free hours for half a minute, by type and week, and asks the API with nothing else', () => {
    const behaviour = distribution.CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === '/api/slots',
    )
    const policy = findTemplateResources(template, 'AWS::CloudFront::CachePolicy')[behaviour.CachePolicyId.Ref]

    expect(behaviour.OriginRequestPolicyId).toBeUndefined()
    expect(behaviour.AllowedMethods).toEqual(['GET', 'HEAD'])
    expect(policy?.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 30,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['type', 'week'] },
      },
    })
  })

  test('kept replies travel compressed', () => {
    const policies = Object.values(findTemplateResources(template, 'AWS::CloudFront::CachePolicy'))

    expect(policies).not.toEqual([])
    for (const { Properties } of policies)
      expect(Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
      })
  })

  test('the secret of the origin cannot be guessed', () => {
    const [secret] = Object.entries(findTemplateResources(template, 'AWS::SecretsManager::Secret')).filter(([id]) =>
      id.includes('Origin'),
    )

    expect(secret?.[1].Properties.GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(32)
  })

  test('tells the API the secret that the functions compare', () => {
    const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === apiBehaviour.TargetOriginId)
    const [header] = origin.OriginCustomHeaders
    const secret = Object.keys(findTemplateResources(template, 'AWS::SecretsManager::Secret')).find((id) =>
      id.includes('Origin'),
    )

    expect(renderTemplateValue(origin.DomainName)).toBe('${ApiHttp17514DA7}.execute-api.eu-west-1.amazonaws.com')
    expect(origin.CustomOriginConfig).toEqual({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] })
    expect(header.HeaderName).toBe('x-origin-secret')
    expect(renderTemplateValue(header.HeaderValue)).toBe(`{{resolve:secretsmanager:\${${secret}}:SecretString:::}}`)
    for (const [, { Properties }] of apiFunctions()) {
      expect(JSON.stringify(Properties.Environment.Variables.ORIGIN_SECRET)).toContain(secret)
    }
  })

  test('is reached by IPv4 alone: who has IPv6 has more addresses than any count by address can hold', () => {
    expect(distribution.IPV6Enabled).toBe(false)
  })

  test('keeps no failure, and has no error pages: they would turn refusals of the API into pages', () => {
    expect(distribution.CustomErrorResponses).toEqual(
      [404, 405, 414, 500, 501, 502, 503, 504].map((status) => ({ ErrorCode: status, ErrorCachingMinTTL: 0 })),
    )
  })

  test('reads pages from a private bucket and logs who asked', () => {
    const [site] = distribution.Origins
    expect(renderTemplateValue(site.DomainName)).toBe('${WebsiteBucket4326D7C2.RegionalDomainName}')
    expect(site.OriginAccessControlId).toBeDefined()
    expect(distribution.Logging).toMatchObject({ IncludeCookies: false, Prefix: 'site/' })
    expect(distribution.HttpVersion).toBe('http2and3')
  })

  test('of a stage with an address of its own has its name, certificate, TLS 1.2 and web ACL', () => {
    const configured = distributionOf(getStageTemplate(fullyConfiguredStage, 'prod'))

    expect(configured.Aliases).toEqual(['habitat.example'])
    expect(configured.ViewerCertificate).toMatchObject({
      AcmCertificateArn: fullyConfiguredStage.domain?.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    })
    expect(configured.WebACLId).toEqual({ Ref: 'SiteWebAclArn' })
  })
})
