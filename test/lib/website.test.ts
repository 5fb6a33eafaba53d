import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import {
  emptySitePages,
  createPageRoutingCode,
  readBuiltSitePages,
  createNotFoundFunctionCode,
  pageStateQueryParameters,
} from '../../lib/constructs/site-pages.ts'
import { PAGE_CHANGING_QUERY_PARAMETERS as readByPages } from '../../frontend/src/site/prerendered-page-use.ts'
import {
  fullyConfiguredStage,
  getOnlyResource,
  findTemplateResources,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate()
const { DistributionConfig: distribution } = getOnlyResource(template, 'AWS::CloudFront::Distribution').Properties
const headersOf = (of: typeof template, behaviour?: { readonly ResponseHeadersPolicyId: { readonly Ref: string } }) => {
  const { DefaultCacheBehavior } = getOnlyResource(of, 'AWS::CloudFront::Distribution').Properties.DistributionConfig
  const { Ref } = (behaviour ?? DefaultCacheBehavior).ResponseHeadersPolicyId
  return findTemplateResources(of, 'AWS::CloudFront::ResponseHeadersPolicy')[Ref]?.Properties
    .ResponseHeadersPolicyConfig
}
const headers = headersOf(template)

describe('the content security policy', () => {
  const policy = renderTemplateValue(headers.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)
  const files =
    'https://habitat-interior-dev-files-${AWS::AccountId}-${AWS::StackId[/][2][-][0]}.s3.eu-west-1.amazonaws.com'

  test('lets a page load our own things and talk to sign-in, the files and nobody else', () => {
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      `connect-src 'self' https://cognito-idp.eu-west-1.amazonaws.com https://habitat-interior-dev-\${AWS::AccountId}.auth.eu-west-1.amazoncognito.com ${files}`,
      `form-action 'self' ${files} https://checkout.stripe.com`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ])
  })

  test('names the bucket and the sign-in domain that the stack makes', () => {
    const bucket = findTemplateResources(template, 'AWS::S3::Bucket')['FilesBucket7C17EE2E']?.Properties.BucketName
    const { Domain } = getOnlyResource(template, 'AWS::Cognito::UserPoolDomain').Properties

    expect(policy).toContain(`https://${renderTemplateValue(bucket)}.s3.`)
    expect(policy).toContain(`https://${renderTemplateValue(Domain)}.auth.`)
  })
})

test('the other headers refuse frames, guessed types and features no page uses, and insist on TLS', () => {
  expect(headers.SecurityHeadersConfig).toMatchObject({
    ContentTypeOptions: { Override: true },
    FrameOptions: { FrameOption: 'DENY' },
    ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
  })
  expect(headers.CustomHeadersConfig.Items).toMatchObject([
    {
      Header: 'permissions-policy',
      Value:
        'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    },
    { Header: 'cross-origin-resource-policy', Value: 'same-origin' },
    { Header: 'cross-origin-opener-policy', Value: 'same-origin' },
  ])
})

// Otherwise CloudFront passes the origin's header on.
test.for(Object.entries(findTemplateResources(template, 'AWS::CloudFront::ResponseHeadersPolicy')))(
  'an origin replaces no security header of %s',
  ([, { Properties }]) => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = Properties.ResponseHeadersPolicyConfig
    const custom = (CustomHeadersConfig.Items as { Header: string; Override: boolean }[]).map(
      ({ Header, Override }) => [Header, Override],
    )
    const fixed = Object.entries(SecurityHeadersConfig as Record<string, { Override: boolean }>).map(
      ([name, { Override }]) => [name, Override],
    )

    expect(Object.fromEntries([...fixed, ...custom])).toEqual({
      ContentSecurityPolicy: true,
      ContentTypeOptions: true,
      FrameOptions: true,
      ReferrerPolicy: true,
      StrictTransportSecurity: true,
      'permissions-policy': true,
      'cross-origin-resource-policy': true,
      'cross-origin-opener-policy': true,
    })
  },
)

function splitOpenerPolicy(items: readonly { readonly Header: string }[]) {
  const { own = [], others = [] } = Object.groupBy(items, ({ Header }) =>
    Header === 'cross-origin-opener-policy' ? 'own' : 'others',
  )
  return [own, others]
}

describe('a page stays in touch with no window of strangers', () => {
  test.for([
    ['/auth', 'same-origin-allow-popups'],
    ['/register', 'same-origin-allow-popups'],
    ['/oauth-callback', 'unsafe-none'],
    ['/api/*', 'same-origin'],
  ])('%s says %s, and otherwise what all pages say', ([path, openerPolicy]) => {
    const { PathPattern: _, ...behaviour } = distribution.CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === path,
    )
    const { CustomHeadersConfig, SecurityHeadersConfig } = headersOf(template, behaviour)

    const [own, others] = splitOpenerPolicy(CustomHeadersConfig.Items)
    expect(own).toMatchObject([{ Value: openerPolicy, Override: true }])
    expect(others).toEqual(splitOpenerPolicy(headers.CustomHeadersConfig.Items)[1])
    expect(SecurityHeadersConfig).toEqual(headers.SecurityHeadersConfig)
  })

  test.for(['/auth', '/register', '/oauth-callback'])('%s is a page like any other', (path) => {
    const {
      ResponseHeadersPolicyId: _own,
      PathPattern: _path,
      ...behaviour
    } = distribution.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === path)
    const { ResponseHeadersPolicyId: _theirs, ...ofAll } = distribution.DefaultCacheBehavior

    expect(behaviour).toEqual(ofAll)
  })
})

describe('the page that a path shows', () => {
  const routes = {
    prerendered: ['/contacto', '/legal/privacidad', '/client'],
    shell: '/app.html',
    notFound: '/404.html',
    files: ['/404.html', '/app.html', '/config.json', '/robots.txt'],
    copies: ['1a2b3c4d', '-_Az09-_'],
  } as const
  const code = createPageRoutingCode(routes)
  const shown = (uri: string, accepted?: string): string => {
    const request = { uri, ...(accepted !== undefined && { headers: { 'accept-encoding': { value: accepted } } }) }
    return runInNewContext(`${code}; handler(event).uri`, { event: { request } }, { timeout: 1000 })
  }

  const statusOf = (uri: string, statusCode = 200): number =>
    runInNewContext(
      `${createNotFoundFunctionCode(routes)}; handler(event).statusCode`,
      { event: { request: { uri }, response: { statusCode } } },
      { timeout: 1000 },
    )

  test.for([
    ['/', '/index.html'],
    ['/contacto', '/contacto/index.html'],
    ['/contacto/', '/contacto/index.html'],
    ['/legal/privacidad', '/legal/privacidad/index.html'],
    ['/client', '/client/index.html'],
    ['/client/cus_123', '/app.html'],
    ['/client/cus_123/', '/app.html'],
    ['/client/cus_123/notas/con_456', '/app.html'],
    ['/client/cus_123/presupuestos', '/app.html'],
    ['/client/cus_123/notas', '/404.html'],
    ['/client/cus_123/notas/con_456/nada', '/404.html'],
    ['/client/citas/123', '/404.html'],
    ['/legal', '/404.html'],
    ['/no-existe', '/404.html'],
    ['/assets/main-1a2b3c.js', '/assets/main-1a2b3c.js'],
    ['/config.json', '/config.json'],
    ['/robots.txt', '/robots.txt'],
    ['/index.html', '/index.html'],
    ['/contacto/index.html', '/contacto/index.html'],
    ['/no-existe/index.html', '/404.html'],
    ['/no-existe.pdf', '/404.html'],
    ['/.env', '/404.html'],
    ['/robots.txt/config.json', '/404.html'],
  ])('of %s is %s', ([path, file]) => {
    expect(shown(path ?? '')).toBe(file)
  })

  test('keeps the query, which belongs to the page', () => {
    const request = { uri: '/contacto', querystring: { oauth: { value: 'google' } } }
    runInNewContext(`${code}; handler(event)`, { event: { request } }, { timeout: 1000 })
    expect(request).toEqual({ uri: '/app.html', querystring: { oauth: { value: 'google' } } })
  })

  test.for(pageStateQueryParameters)('is drawn by the browser when the address says %s', (parameter) => {
    const request = { uri: '/contacto', querystring: { [parameter]: { value: '' } } }
    runInNewContext(`${code}; handler(event)`, { event: { request } }, { timeout: 1000 })
    expect(request.uri).toBe('/app.html')
  })

  test('is the one that was rendered beforehand when the address says where the visitor came from', () => {
    const request = { uri: '/contacto', querystring: { utm_source: { value: 'carta' } } }
    runInNewContext(`${code}; handler(event)`, { event: { request } }, { timeout: 1000 })
    expect(request.uri).toBe('/contacto/index.html')
  })

  test('depends on the parameters that the pages read', () => {
    expect(pageStateQueryParameters).toEqual(readByPages)
  })

  test('is drawn by the browser whatever the path, where the build left no page for paths that are none', () => {
    const event = { request: { uri: '/no-existe' } }
    const all = createPageRoutingCode({ ...routes, notFound: undefined })
    expect(runInNewContext(`${all}; handler(event).uri`, { event }, { timeout: 1000 })).toBe('/app.html')
  })

  describe('of a script or style sheet, compressed by the build,', () => {
    test.for(['gzip, deflate, br, zstd', 'br,gzip', 'br', 'GZIP, BR', 'gzip;q=0.5, br;q=1.0', 'br ; q=0.05, *;q=0'])(
      'is the copy for who accepts %s',
      (accepted) => {
        expect(shown('/assets/main-1a2b3c4d.js', accepted)).toBe('/br/assets/main-1a2b3c4d.js')
        expect(shown('/assets/main--_Az09-_.css', accepted)).toBe('/br/assets/main--_Az09-_.css')
      },
    )

    test.for(['', 'gzip, deflate', 'identity', 'brotli', 'x-br', 'br;q=0', 'br; q=0.00, gzip', '*'])(
      'is the original for who accepts %s',
      (accepted) => {
        expect(shown('/assets/main-1a2b3c4d.js', accepted)).toBe('/assets/main-1a2b3c4d.js')
      },
    )

    test('is the original for who says nothing of it', () => {
      const request = { uri: '/assets/main-1a2b3c4d.js', headers: {} }
      runInNewContext(`${code}; handler(event)`, { event: { request } }, { timeout: 1000 })

      expect([request.uri, shown('/assets/main-1a2b3c4d.js')]).toEqual(Array(2).fill('/assets/main-1a2b3c4d.js'))
    })

    test('is the original where there is no copy: of an earlier build, of a picture, of a font', () => {
      for (const path of [
        '/assets/main-00000000.js',
        '/assets/dibujo-1a2b3c4d.svg',
        '/assets/letra-1a2b3c4d.woff2',
        '/assets/main-1a2b3c4d.js.map',
        '/assets/otra/main-1a2b3c4d.js',
        '/otra/assets/main-1a2b3c4d.js',
      ])
        expect(shown(path, 'gzip, br')).not.toMatch(/^\/br\//)
      expect(shown('/assets/main-00000000.js', 'gzip, br')).toBe('/assets/main-00000000.js')
    })

    test.for(['/br/assets/main-1a2b3c4d.js', '/br/assets/main-1a2b3c4d.js/', '/br/robots.txt', '/br/index.html'])(
      'is not to be had under the name of the copy, %s',
      (path) => {
        for (const accepted of ['gzip, br', 'gzip']) expect(shown(path, accepted)).toMatch(/^\/assets\/br\//)
      },
    )

    test.for(['/br', '/br/', '/br/assets'])('is no page: %s', (path) => {
      expect(shown(path, 'gzip, br')).toBe('/404.html')
    })

    test('has status 200, whether the second function is told the path of the visitor or the one of the first', () => {
      expect(['/assets/main-1a2b3c4d.js', '/br/assets/main-1a2b3c4d.js'].map((path) => statusOf(path))).toEqual([
        200, 200,
      ])
    })
  })

  describe('says 404', () => {
    test.each(['/no-existe', '/client/citas/123', '/404.html', '/no-existe.pdf', '/wp-login.php'])('of %s', (path) => {
      expect(statusOf(path)).toBe(404)
    })

    test.each(['/', '/contacto', '/contacto/index.html', '/client/cus_123', '/app.html', '/robots.txt'])(
      'and not of %s',
      (path) => {
        expect(statusOf(path)).toBe(200)
      },
    )

    // Files of earlier builds stay in the bucket, so no list contains them all.
    test('of a hashed file that is gone, by what the bucket answers to whoever may list it', () => {
      const policies = Object.entries(findTemplateResources(template, 'AWS::S3::BucketPolicy'))
      const statements = policies.flatMap(([id, { Properties }]) =>
        id.startsWith('WebsiteBucket') ? (Properties.PolicyDocument.Statement as SiteBucketStatement[]) : [],
      )
      const allowed = statements.filter(({ Effect }) => Effect === 'Allow')

      expect(shown('/assets/main-gone.js')).toBe('/assets/main-gone.js')
      expect(allowed.map(({ Principal }) => Principal)).toContainEqual({ Service: 'cloudfront.amazonaws.com' })
      expect(allowed.flatMap(({ Action }) => Action).toSorted()).toEqual(
        expect.arrayContaining(['s3:GetObject', 's3:ListBucket']),
      )
    })

    test('and leaves every other answer as it is', () => {
      expect(statusOf('/no-existe', 304)).toBe(304)
    })
  })

  test('is what the distribution runs', () => {
    const functions = Object.values(findTemplateResources(template, 'AWS::CloudFront::Function')).map(
      ({ Properties }) => Properties,
    )
    expect(functions.map(({ FunctionCode }) => FunctionCode)).toEqual([
      createPageRoutingCode(emptySitePages),
      createNotFoundFunctionCode(emptySitePages),
    ])
    expect(functions.map(({ FunctionConfig }) => FunctionConfig.Runtime)).toEqual([
      'cloudfront-js-2.0',
      'cloudfront-js-2.0',
    ])
    expect(distribution.DefaultCacheBehavior.FunctionAssociations).toMatchObject([
      { EventType: 'viewer-request' },
      { EventType: 'viewer-response' },
    ])
  })
})

interface SiteBucketStatement {
  readonly Effect: string
  readonly Action: string | readonly string[]
  readonly Principal: unknown
}

function built(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  return folder
}

describe('a built site', () => {
  test('tells which of its pages were rendered beforehand and which page draws the rest', () => {
    const folder = built([
      'index.html',
      'app.html',
      'contacto/index.html',
      'legal/privacidad/index.html',
      'assets/main-1a2b3c4d.js',
      'assets/dibujo-5e6f7g8h.svg',
      'br/assets/main-1a2b3c4d.js',
      'br/assets/main--_Az09-_.css',
    ])
    expect(readBuiltSitePages(folder)).toEqual({
      prerendered: ['/contacto', '/legal/privacidad'],
      shell: '/app.html',
      notFound: undefined,
      files: ['/app.html', '/config.json'],
      copies: ['-_Az09-_', '1a2b3c4d'],
      styleHashes: [],
      scriptHashes: [],
    })
  })

  test('tells that there is a page for paths that are none', () => {
    expect(readBuiltSitePages(built(['index.html', 'app.html', '404.html'])).notFound).toBe('/404.html')
  })

  test('without a page of its own for the rest draws them all with the first', () => {
    expect(readBuiltSitePages(built(['index.html']))).toEqual(emptySitePages)
  })

  test('has the style within each page named in the content security policy, by its hash', () => {
    const folder = built(['index.html', 'contacto/index.html'])
    writeFileSync(join(folder, 'contacto/index.html'), '<style>p{color:red}</style>')

    const { SecurityHeadersConfig } = headersOf(
      getStageTemplate({ ...fullyConfiguredStage, siteFolder: folder }, 'prod'),
    )

    // printf 'p{color:red}' | openssl dgst -sha256 -binary | base64
    expect(renderTemplateValue(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)).toContain(
      "; style-src 'self' 'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='; ",
    )
  })

  test('has the script within each page named likewise, and no script with an address or of data', () => {
    const folder = built(['index.html', 'contacto/index.html'])
    writeFileSync(
      join(folder, 'contacto/index.html'),
      '<script>p()</script><script src="/a.js"></script><script type="application/ld+json">{}</script>',
    )

    const { SecurityHeadersConfig } = headersOf(
      getStageTemplate({ ...fullyConfiguredStage, siteFolder: folder }, 'prod'),
    )

    // printf 'p()' | openssl dgst -sha256 -binary | base64
    expect(renderTemplateValue(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)).toContain(
      "; script-src 'self' 'sha256-qaAEuYCQWUNzO6MYI1sPGKThSJvYQFnEjU/4cSX4EfY='; ",
    )
  })

  test('is copied with its hashed files first and for a year, and everything else never cached, so that nobody waits for CloudFront to forget it', () => {
    const withSite = getStageTemplate(
      { ...fullyConfiguredStage, siteFolder: built(['index.html', 'assets/a.js', 'br/assets/a.js']) },
      'prod',
    )
    const copies = findTemplateResources(withSite, 'Custom::CDKBucketDeployment')
    const [assets, brotli, pages] = ['Assets', 'BrotliCopies', 'Pages'].map((name) =>
      Object.entries(copies).find(([id]) => id.startsWith(`SiteContents${name}`)),
    )

    expect(assets?.[1].Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(assets?.[1].Properties.SystemMetadata).not.toHaveProperty('content-encoding')
    expect(brotli?.[1].Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['br/assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' },
    })
    expect(pages?.[1].Properties).toMatchObject({
      Exclude: ['assets/*', 'br/*'],
      Prune: true,
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
      WaitForDistributionInvalidation: false,
    })
    const [routing] = Object.values(withSite.findResources('AWS::CloudFront::Function')).filter(({ Properties }) =>
      Properties.FunctionCode.includes('accept-encoding'),
    )
    for (const waiting of [withSite.findResources('Custom::CDKBucketDeployment')[pages?.[0] ?? ''], routing])
      expect(waiting?.['DependsOn']).toEqual(expect.arrayContaining([assets?.[0], brotli?.[0]]))
  })
})

test('a page learns its stage from config.json, and nothing secret', () => {
  const { SourceMarkers } = getOnlyResource(template, 'Custom::CDKBucketDeployment').Properties
  const values = SourceMarkers.flatMap((markers: object) => Object.values(markers)).map(renderTemplateValue)

  expect(values).toEqual(
    expect.arrayContaining(['${IdentityPool9E5AED46}', '${IdentityPoolBrowserB8334AA0}', '${AWS::AccountId}']),
  )
  expect(values).toHaveLength(3)
})
