export interface WebRequest {
  readonly address: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bodyBytes: number
}

export interface LabelledRequest extends WebRequest {
  /** Given by the rules that only count. */
  readonly labels: Set<string>
}

export type Matches = (request: LabelledRequest) => boolean

const longerThan =
  (read: (request: WebRequest) => string, bytes: number): Matches =>
  (request) =>
    Buffer.byteLength(read(request)) > bytes

const like =
  (read: (request: WebRequest) => string, pattern: RegExp): Matches =>
  (request) =>
    pattern.test(read(request))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const path = (request: WebRequest) => decode(request.path)
const query = (request: WebRequest) => decode(request.query.replaceAll('+', ' '))
const cookie = ({ headers }: WebRequest) => headers['cookie'] ?? ''
const userAgent = ({ headers }: WebRequest) => headers['user-agent'] ?? ''

/** AWS does not document the patterns for bodies, and clients may write anything: any body may match. */
const anyBody: Matches = ({ bodyBytes }) => bodyBytes > 0

const instanceMetadata = /169\.254\.169\.254/
const localFile = /\.\.\//
const remoteFile = /(https?|ftps?|file):\/\/\d+\.\d+\.\d+\.\d+/i
const restrictedExtension = /\.(log|ini)(&|$)/i
const script = /<script|javascript:/i

/**
 * The rules of AWSManagedRulesCommonRuleSet, all of which block: sizes as documented, patterns by the documented
 * examples.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
export const commonRules: ReadonlyMap<string, Matches> = new Map([
  ['NoUserAgent_HEADER', (request) => userAgent(request) === ''],
  ['UserAgent_BadBots_HEADER', like(userAgent, /nessus|nmap/i)],
  ['SizeRestrictions_QUERYSTRING', longerThan((request) => request.query, 2048)],
  ['SizeRestrictions_Cookie_HEADER', longerThan(cookie, 10_240)],
  ['SizeRestrictions_BODY', ({ bodyBytes }) => bodyBytes > 8192],
  ['SizeRestrictions_URIPATH', longerThan((request) => request.path, 1024)],
  ['EC2MetaDataSSRF_BODY', anyBody],
  ['EC2MetaDataSSRF_COOKIE', like(cookie, instanceMetadata)],
  ['EC2MetaDataSSRF_URIPATH', like(path, instanceMetadata)],
  ['EC2MetaDataSSRF_QUERYARGUMENTS', like(query, instanceMetadata)],
  ['GenericLFI_QUERYARGUMENTS', like(query, localFile)],
  ['GenericLFI_URIPATH', like(path, localFile)],
  ['GenericLFI_BODY', anyBody],
  ['RestrictedExtensions_URIPATH', like(path, restrictedExtension)],
  ['RestrictedExtensions_QUERYARGUMENTS', like(query, restrictedExtension)],
  ['GenericRFI_QUERYARGUMENTS', like(query, remoteFile)],
  ['GenericRFI_BODY', anyBody],
  ['GenericRFI_URIPATH', like(path, remoteFile)],
  ['CrossSiteScripting_COOKIE', like(cookie, script)],
  ['CrossSiteScripting_QUERYARGUMENTS', like(query, script)],
  ['CrossSiteScripting_BODY', anyBody],
  ['CrossSiteScripting_URIPATH', like(path, script)],
] satisfies readonly (readonly [string, Matches])[])

const LABELLED_PART = 'QUERYARGUMENTS'

/** By the names of the rules about query arguments; those of the others are not given here. */
export const commonRuleLabels: ReadonlyMap<string, string> = new Map(
  [...commonRules.keys()]
    .filter((rule) => rule.endsWith(LABELLED_PART))
    .map((rule) => [rule, `awswaf:managed:aws:core-rule-set:${rule.replace(LABELLED_PART, 'QueryArguments')}`]),
)
