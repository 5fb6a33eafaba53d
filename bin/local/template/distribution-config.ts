import { runInNewContext } from 'node:vm'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import type { LocalHosts } from './local-hosts.ts'
import { getOnlyStackResource, listStackResources } from './resources.ts'
import {
  findForwarding,
  type Forwarding,
  type ForwardingPolicies,
  readForwardingPolicies,
} from './forwarding-policies.ts'
import { resolveSecretReferences } from './secrets.ts'
import { toWildcardPattern } from './wildcard-pattern.ts'

export interface EdgeRequest {
  readonly method: string
  readonly uri: string
  readonly querystring: Readonly<Record<string, { readonly value: string }>>
  readonly headers: Readonly<Record<string, { readonly value: string }>>
  readonly cookies: object
}

export interface EdgeResponse {
  readonly statusCode: number
  readonly statusDescription?: string
  readonly headers?: Readonly<Record<string, { readonly value: string }>>
}

interface EdgeEvent {
  readonly version: string
  readonly context: { readonly eventType: string }
  readonly viewer: { readonly ip: string }
  readonly request: EdgeRequest
  readonly response?: EdgeResponse
}

export type EdgeFunction = (event: EdgeEvent) => EdgeRequest | EdgeResponse

interface CacheBehavior {
  readonly PathPattern?: string
  readonly TargetOriginId: string
  readonly AllowedMethods?: readonly string[]
  readonly Compress?: boolean
  readonly CachePolicyId?: string
  readonly OriginRequestPolicyId?: string
  readonly ResponseHeadersPolicyId?: string
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: string }[]
}

interface Origin {
  readonly Id: string
  readonly DomainName: string
  readonly OriginPath?: string
  readonly S3OriginConfig?: object
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[]
}

interface DistributionProperties {
  readonly DistributionConfig: {
    readonly CacheBehaviors?: readonly CacheBehavior[]
    readonly DefaultCacheBehavior: CacheBehavior
    readonly Origins: readonly Origin[]
    readonly CustomErrorResponses?: readonly {
      readonly ErrorCode: number
      readonly ResponseCode?: number
      readonly ResponsePagePath?: string
      readonly ErrorCachingMinTTL?: number
    }[]
    readonly DefaultRootObject?: string
  }
}

export interface Behavior {
  readonly pattern: RegExp
  readonly methods: readonly string[]
  readonly isCompressed: boolean
  readonly forwarding: Forwarding
  /** Override the origin's. */
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly onViewerRequest: EdgeFunction | undefined
  readonly onViewerResponse: EdgeFunction | undefined
  /** The bucket with the pages; undefined for the API. */
  readonly bucket: string | undefined
  /** Added to requests to the origin. */
  readonly originHeaders: Readonly<Record<string, string>>
}

export interface DistributionConfig {
  readonly arn: string
  /** The first matching pattern counts; the last one matches all paths. */
  readonly behaviors: readonly Behavior[]
  readonly rootObject: string | undefined
  /** Error caching TTL by status, in seconds. */
  readonly errorSeconds: ReadonlyMap<number, number>
  readonly errorPages: ReadonlyMap<number, { readonly status: number; readonly path: string }>
}

interface HeadersPolicyConfig {
  readonly CustomHeadersConfig?: { readonly Items: readonly { readonly Header: string; readonly Value: string }[] }
  readonly SecurityHeadersConfig?: {
    readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy: string }
    readonly ContentTypeOptions?: object
    readonly FrameOptions?: { readonly FrameOption: string }
    readonly ReferrerPolicy?: { readonly ReferrerPolicy: string }
    readonly StrictTransportSecurity?: {
      readonly AccessControlMaxAgeSec: number
      readonly IncludeSubdomains?: boolean
      readonly Preload?: boolean
    }
  }
}

/** There is no TLS here, so a page must not upgrade its requests. */
const withoutTls = (policy: string): string => policy.replace(/; *upgrade-insecure-requests/, '')

function toHeaders(config: HeadersPolicyConfig, hosts: LocalHosts): Readonly<Record<string, string>> {
  const { CustomHeadersConfig, SecurityHeadersConfig: security = {}, ...others } = config
  const { ContentSecurityPolicy: csp, FrameOptions, ReferrerPolicy, StrictTransportSecurity: hsts } = security
  const unknown = Object.keys(others).filter((name) => !['Name', 'Comment'].includes(name))
  if (unknown.length > 0) throw new Error(`a policy of response headers with ${unknown.join()}`)
  return {
    ...Object.fromEntries((CustomHeadersConfig?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value])),
    ...(csp && { 'content-security-policy': withoutTls(hosts.localiseOrigins(csp.ContentSecurityPolicy)) }),
    ...(security.ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    ...(FrameOptions && { 'x-frame-options': FrameOptions.FrameOption }),
    ...(ReferrerPolicy && { 'referrer-policy': ReferrerPolicy.ReferrerPolicy }),
    ...(hsts && {
      'strict-transport-security': [
        `max-age=${hsts.AccessControlMaxAgeSec}`,
        ...(hsts.IncludeSubdomains ? ['includeSubDomains'] : []),
        ...(hsts.Preload ? ['preload'] : []),
      ].join('; '),
    }),
  }
}

interface Policies {
  readonly forwarding: ForwardingPolicies
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly functions: ReadonlyMap<string, EdgeFunction>
}

function readPolicies(stack: TemplateStack, hosts: LocalHosts): Policies {
  const policies = listStackResources<{ readonly ResponseHeadersPolicyConfig: HeadersPolicyConfig }>(
    stack,
    'AWS::CloudFront::ResponseHeadersPolicy',
    ['ResponseHeadersPolicyConfig'],
  )
  const functions = listStackResources<{ readonly FunctionCode: string }>(stack, 'AWS::CloudFront::Function', [
    'FunctionCode',
  ])
  return {
    forwarding: readForwardingPolicies(stack),
    headers: new Map(
      policies.map(({ ref, properties }) => [ref, toHeaders(properties.ResponseHeadersPolicyConfig, hosts)]),
    ),
    functions: new Map(
      functions.map(({ ref, properties }) => [
        ref,
        runInNewContext(`${properties.FunctionCode}; handler`) as EdgeFunction,
      ]),
    ),
  }
}

function findFunction(type: string, { FunctionAssociations = [] }: CacheBehavior, { functions }: Policies) {
  const found = FunctionAssociations.find(({ EventType }) => EventType === type)
  if (!found) return undefined
  const called = functions.get(found.FunctionARN.split(':function/')[1] ?? '')
  if (!called) throw new Error(`the function ${found.FunctionARN} of the distribution is not there`)
  return called
}

function findHeaders(id: string | undefined, { headers }: Policies): Readonly<Record<string, string>> {
  if (id === undefined) return {}
  const found = headers.get(id)
  if (!found) throw new Error(`the policy of response headers ${id} is not in the template`)
  return found
}

export function readDistribution(
  stack: TemplateStack,
  hosts: LocalHosts,
  secrets: Readonly<Record<string, string>>,
): DistributionConfig {
  const { properties, logicalId } = getOnlyStackResource<DistributionProperties>(
    stack,
    'AWS::CloudFront::Distribution',
    ['DistributionConfig'],
  )
  const { CacheBehaviors = [], DefaultCacheBehavior, Origins, ...config } = properties.DistributionConfig
  const policies = readPolicies(stack, hosts)
  const toBehavior = (behavior: CacheBehavior): Behavior => {
    const origin = Origins.find(({ Id }) => Id === behavior.TargetOriginId)
    if (!origin || origin.OriginPath)
      throw new Error(`the origin ${behavior.TargetOriginId} is not there, or has a path`)
    if (!origin.S3OriginConfig && behavior.FunctionAssociations)
      throw new Error(`functions of ${behavior.PathPattern} are run before pages only`)
    return {
      pattern: toWildcardPattern(behavior.PathPattern ?? '*'),
      methods: behavior.AllowedMethods ?? ['GET', 'HEAD'],
      isCompressed: behavior.Compress ?? false,
      forwarding: findForwarding(behavior, policies.forwarding),
      responseHeaders: findHeaders(behavior.ResponseHeadersPolicyId, policies),
      onViewerRequest: findFunction('viewer-request', behavior, policies),
      onViewerResponse: findFunction('viewer-response', behavior, policies),
      bucket: origin.S3OriginConfig && origin.DomainName.split('.s3.')[0],
      originHeaders: Object.fromEntries(
        (origin.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
          HeaderName.toLowerCase(),
          resolveSecretReferences(HeaderValue, secrets),
        ]),
      ),
    }
  }
  return {
    arn: getResourceArn(logicalId, stack),
    behaviors: [...CacheBehaviors, DefaultCacheBehavior].map(toBehavior),
    rootObject: config.DefaultRootObject,
    errorSeconds: new Map(
      (config.CustomErrorResponses ?? []).flatMap(({ ErrorCode, ErrorCachingMinTTL: seconds }) =>
        seconds === undefined ? [] : [[ErrorCode, seconds] as const],
      ),
    ),
    errorPages: new Map(
      (config.CustomErrorResponses ?? []).flatMap(({ ErrorCode, ResponseCode = ErrorCode, ResponsePagePath }) =>
        ResponsePagePath === undefined ? [] : [[ErrorCode, { status: ResponseCode, path: ResponsePagePath }] as const],
      ),
    ),
  }
}
