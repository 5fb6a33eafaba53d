import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { createRecordFromKeys } from '../records.ts'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import type { StageHostNames } from '../stage-host-names.ts'
import type { DeploymentStage } from '../stages.ts'
import { openerPolicies } from './opener-policies.ts'
import { WebsiteResponseHeaders, type WebsiteResponseHeadersProps } from './site-headers.ts'
import { emptySitePages, createPageRoutingCode, readBuiltSitePages, createNotFoundFunctionCode } from './site-pages.ts'

export interface WebsiteProps extends Pick<DeploymentStage, 'region' | 'domain'> {
  readonly webAclArn?: string | undefined
  readonly addresses: StageHostNames
  readonly siteFolder?: string | undefined
  readonly logs: IBucket
}

export class Website extends Construct {
  readonly bucket: IBucket
  readonly distribution: Distribution
  /** CloudFront adds it to each API call; the API refuses calls without it. */
  readonly originSecret: Secret
  readonly pageRouting: EdgeFunction
  readonly url: string
  private readonly headers: WebsiteResponseHeaders

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id)
    this.originSecret = new Secret(this, 'OriginSecret', {
      description: 'What CloudFront says to the API to prove itself.',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    })
    suppressCdkNagFindings(this.originSecret, {
      SMG4: 'CloudFront learns it by deployment; docs/deploy.md says how to replace it.',
    })
    this.bucket = siteBucket(this, props.logs)
    const pages = props.siteFolder ? readBuiltSitePages(props.siteFolder) : emptySitePages
    const headers = { ...props.addresses, ...pages, region: props.region }
    this.headers = new WebsiteResponseHeaders(this, 'Headers', headers)
    this.pageRouting = this.atEdge('PageRouting', createPageRoutingCode(pages))
    const behavior = this.pages(createNotFoundFunctionCode(pages))

    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: behavior,
      additionalBehaviors: this.pagesOfSignIn(behavior, headers),
      // CloudFront caches these for ten seconds by path alone: one caller's error would reach everybody, and a retry
      // would not reach the API. It heeds the API's no-store for 404, 414 and 501 only, and the gateway's own answers
      // have none. Without error pages, refusals pass unchanged.
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
      errorResponses: [404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      // Web ACLs count single addresses, and one IPv6 customer has 2^64 of them.
      enableIpv6: false,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: true,
      logBucket: props.logs,
      logFilePrefix: 'site/',
      logIncludesCookies: false,
      ...(props.domain && address(this, props.domain)),
      ...(props.webAclArn && { webAclId: props.webAclArn }),
    })
    this.url = `https://${props.domain?.name ?? this.distribution.domainName}`
    this.acceptFindings(props)
  }

  addApi(host: string): void {
    const origin = new HttpOrigin(host, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      customHeaders: { 'x-origin-secret': this.originSecret.secretValue.unsafeUnwrap() },
    })
    // Before the behaviour for all other API paths: the first matching pattern applies.
    for (const { path, sharedCache } of allEndpoints) if (sharedCache) this.keepReplies(path, sharedCache, origin)
    this.distribution.addBehavior('/api/*', origin, {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.headers,
    })
  }

  /** Only the cache key is forwarded to the origin: no other field, header or cookie can vary the reply. */
  private keepReplies(path: string, { seconds, key }: NonNullable<Endpoint['sharedCache']>, origin: HttpOrigin): void {
    this.distribution.addBehavior(`/api${path}`, origin, {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: new CachePolicy(this, `Replies${path}`, {
        comment: `What ${path} answers`,
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.seconds(seconds),
        queryStringBehavior: CacheQueryStringBehavior.allowList(...key),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
      responseHeadersPolicy: this.headers,
    })
  }

  private atEdge(id: string, code: string): EdgeFunction {
    return new EdgeFunction(this, id, { code: FunctionCode.fromInline(code), runtime: FunctionRuntime.JS_2_0 })
  }

  private pages(statusCode: string): BehaviorOptions {
    return {
      // Without ListBucket, S3 answers 403 instead of 404 for a missing file.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.headers,
      functionAssociations: [
        { function: this.pageRouting, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: this.atEdge('PageStatus', statusCode), eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    }
  }

  private pagesOfSignIn(
    behavior: BehaviorOptions,
    headers: WebsiteResponseHeadersProps,
  ): Record<string, BehaviorOptions> {
    const policies = createRecordFromKeys(
      [...new Set(Object.values(openerPolicies))],
      (openerPolicy) => new WebsiteResponseHeaders(this, `Headers-${openerPolicy}`, { ...headers, openerPolicy }),
    )
    return Object.fromEntries(
      Object.entries(openerPolicies).map(([path, openerPolicy]) => [
        path,
        { ...behavior, responseHeadersPolicy: policies[openerPolicy] },
      ]),
    )
  }

  private acceptFindings({ domain, webAclArn }: WebsiteProps): void {
    suppressCdkNagFindings(this.distribution, {
      CFR1: 'Clients travel; the practice closes itself to no country.',
      ...(!webAclArn && {
        CFR2: 'A web ACL is a choice of the stage; without one our own limits and the throttles of the API stand alone.',
      }),
      ...(!domain && { CFR4: "CloudFront's own certificate does not let its owner choose the TLS version." }),
    })
  }
}

const allEndpoints = apiDomains.flatMap((domain) => Object.values<Endpoint>(endpointsByDomain[domain]))

const siteBucket = (scope: Construct, logs: IBucket): IBucket =>
  // With `exactOptionalPropertyTypes` the CDK's classes do not fit its own interfaces.
  new Bucket(scope, 'Bucket', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'site-bucket/',
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  }) as IBucket

const address = (scope: Construct, { name, certificateArn }: NonNullable<DeploymentStage['domain']>) => ({
  domainNames: [name],
  certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  // CloudFront's default certificate does not allow a choice.
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
})
