import type { TemplateStack } from '../iam/template-values.ts'
import { listStackResources } from './resources.ts'

/** Which headers, cookies or query strings; names of headers are in lower case. */
export interface SelectedValues {
  readonly behavior: 'none' | 'all' | 'whitelist' | 'allExcept'
  readonly names: readonly string[]
}

export interface ViewerValues {
  readonly headers: SelectedValues
  readonly cookies: SelectedValues
  readonly queryStrings: SelectedValues
}

/** What of a viewer's request reaches the origin. */
export interface Forwarding {
  /** Distinguishes what is kept, and is sent to the origin. */
  readonly cacheKey: ViewerValues
  /** Sent to the origin besides. */
  readonly originRequest: ViewerValues
  /** That Accept-Encoding may name; if empty, it is a header like any other. */
  readonly encodings: readonly ('br' | 'gzip')[]
  /** A reply is kept for so long, even if its Cache-Control forbids it. */
  readonly minSeconds: number
}

interface ValuesConfig {
  readonly CookiesConfig: { readonly CookieBehavior: string; readonly Cookies?: readonly string[] }
  readonly HeadersConfig: { readonly HeaderBehavior: string; readonly Headers?: readonly string[] }
  readonly QueryStringsConfig: { readonly QueryStringBehavior: string; readonly QueryStrings?: readonly string[] }
}

interface CachePolicyConfig {
  readonly MinTTL: number
  readonly MaxTTL: number
  readonly ParametersInCacheKeyAndForwardedToOrigin: ValuesConfig & {
    readonly EnableAcceptEncodingBrotli?: boolean
    readonly EnableAcceptEncodingGzip: boolean
  }
}

type CachePolicy = Omit<Forwarding, 'originRequest'>

export interface ForwardingPolicies {
  readonly cache: ReadonlyMap<string, CachePolicy>
  readonly originRequest: ReadonlyMap<string, ViewerValues>
}

const none: SelectedValues = { behavior: 'none', names: [] }
const all: SelectedValues = { behavior: 'all', names: [] }
const nothing: ViewerValues = { headers: none, cookies: none, queryStrings: none }

/**
 * AWS' own that the template names, or may name by a small mistake.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
 */
const managed: ForwardingPolicies = {
  cache: new Map([
    // CachingDisabled
    ['4135ea2d-6df8-44a3-9df3-4b5a84be39ad', { cacheKey: nothing, encodings: [], minSeconds: 0 }],
    // CachingOptimized
    ['658327ea-f89d-4fab-a63d-7e88639e58f6', { cacheKey: nothing, encodings: ['br', 'gzip'], minSeconds: 1 }],
  ]),
  originRequest: new Map([
    // AllViewer
    ['216adef6-5c7f-47e4-b989-5492eafa07d3', { headers: all, cookies: all, queryStrings: all }],
    // AllViewerExceptHostHeader
    [
      'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      { headers: { behavior: 'allExcept', names: ['host'] }, cookies: all, queryStrings: all },
    ],
  ]),
}

const behaviors: Readonly<Record<string, SelectedValues['behavior']>> = {
  none: 'none',
  all: 'all',
  allViewer: 'all',
  whitelist: 'whitelist',
  allExcept: 'allExcept',
}

function toSelected(given: string, names: readonly string[] = []): SelectedValues {
  const behavior = behaviors[given]
  if (!behavior) throw new Error(`a policy of CloudFront with ${given}`)
  return { behavior, names }
}

function toViewerValues({ HeadersConfig, CookiesConfig, QueryStringsConfig }: ValuesConfig): ViewerValues {
  const headers = (HeadersConfig.Headers ?? []).map((name) => name.toLowerCase())
  const made = headers.find((name) => name.startsWith('cloudfront-'))
  if (made) throw new Error(`a policy of CloudFront with ${made}, which nobody makes here`)
  return {
    headers: toSelected(HeadersConfig.HeaderBehavior, headers),
    cookies: toSelected(CookiesConfig.CookieBehavior, CookiesConfig.Cookies),
    queryStrings: toSelected(QueryStringsConfig.QueryStringBehavior, QueryStringsConfig.QueryStrings),
  }
}

const namesNothing = (values: ViewerValues): boolean =>
  Object.values<SelectedValues>({ ...values }).every(({ behavior }) => behavior === 'none')

/** @throws Error for what CloudFront does not create */
function toCachePolicy(ref: string, { MinTTL, MaxTTL, ...config }: CachePolicyConfig): CachePolicy {
  const parameters = config.ParametersInCacheKeyAndForwardedToOrigin
  const { EnableAcceptEncodingBrotli: hasBrotli, EnableAcceptEncodingGzip: hasGzip } = parameters
  const cacheKey = toViewerValues(parameters)
  const encodings = [...(hasBrotli ? (['br'] as const) : []), ...(hasGzip ? (['gzip'] as const) : [])]
  if (MaxTTL === 0 && (encodings.length > 0 || !namesNothing(cacheKey)))
    throw new Error(`the cache policy ${ref} keeps nothing, so it may name nothing`)
  return { cacheKey, encodings, minSeconds: MinTTL }
}

/** @throws Error for what CloudFront does not create */
function toOriginRequestPolicy(ref: string, config: ValuesConfig): ViewerValues {
  const values = toViewerValues(config)
  if (values.headers.behavior === 'whitelist' && values.headers.names.includes('authorization'))
    throw new Error(`the origin request policy ${ref} may not name Authorization alone`)
  return values
}

export function readForwardingPolicies(stack: TemplateStack): ForwardingPolicies {
  const cache = listStackResources<{ readonly CachePolicyConfig: CachePolicyConfig }>(
    stack,
    'AWS::CloudFront::CachePolicy',
    ['CachePolicyConfig'],
  )
  const originRequest = listStackResources<{ readonly OriginRequestPolicyConfig: ValuesConfig }>(
    stack,
    'AWS::CloudFront::OriginRequestPolicy',
    ['OriginRequestPolicyConfig'],
  )
  return {
    cache: new Map([
      ...managed.cache,
      ...cache.map(({ ref, properties }) => [ref, toCachePolicy(ref, properties.CachePolicyConfig)] as const),
    ]),
    originRequest: new Map([
      ...managed.originRequest,
      ...originRequest.map(
        ({ ref, properties }) => [ref, toOriginRequestPolicy(ref, properties.OriginRequestPolicyConfig)] as const,
      ),
    ]),
  }
}

interface PolicyIds {
  readonly CachePolicyId?: string
  readonly OriginRequestPolicyId?: string
}

/** @throws Error for an unknown policy, and for one that sends a Host by which the origin does not know itself */
export function findForwarding(
  { CachePolicyId = '', OriginRequestPolicyId }: PolicyIds,
  { cache, originRequest }: ForwardingPolicies,
): Forwarding {
  const cachePolicy = cache.get(CachePolicyId)
  if (!cachePolicy) throw new Error(`the cache policy ${CachePolicyId} is neither in the template nor known`)
  const besides = OriginRequestPolicyId === undefined ? nothing : originRequest.get(OriginRequestPolicyId)
  if (!besides)
    throw new Error(`the origin request policy ${OriginRequestPolicyId} is neither in the template nor known`)
  // API Gateway and S3 answer 403 to the name of the distribution.
  if ([cachePolicy.cacheKey, besides].some(({ headers }) => selects(headers, 'host')))
    throw new Error(`the policies ${CachePolicyId} and ${OriginRequestPolicyId} send the viewer's Host to the origin`)
  return { ...cachePolicy, originRequest: besides }
}

export const selects = ({ behavior, names }: SelectedValues, name: string): boolean =>
  behavior === 'all' || (behavior !== 'none' && names.includes(name) === (behavior === 'whitelist'))
