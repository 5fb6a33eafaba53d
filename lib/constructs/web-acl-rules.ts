import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'

/**
 * Requests of one IPv4 address within `seconds`. WAF evaluates about every ten seconds, with up to half a minute of
 * delay.
 */
interface AddressRate {
  readonly limit: number
  readonly seconds: 60 | 300
}

/**
 * API: the largest import writes 417 chunks in sequence, ten a second at best. Site: some forty files a page, and one
 * address of a mobile network may stand for many visitors.
 */
const siteRates = {
  api: { limit: 1000, seconds: 60 },
  everything: { limit: 3000, seconds: 60 },
} as const satisfies Record<string, AddressRate>

/** A sign-in takes three calls; a session renews its tokens four times an hour. */
const poolRates = {
  signIn: { limit: 100, seconds: 300 },
  everything: { limit: 300, seconds: 60 },
} as const satisfies Record<string, AddressRate>

/**
 * Only count: texts of clients may look like an attack, and an import is larger than 8 kB. Bodies are parsed by the
 * contract's schemas and never run.
 */
const bodyRules = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
]

/**
 * Only count, and block by their labels where nobody searches (`patternsInQueries`): `maria.log` is a name like any other.
 * A search is parsed by the contract's schemas and never run, like a body.
 */
const queryRules = [
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericLFI_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  'CrossSiteScripting_QUERYARGUMENTS',
]

/** As AWS writes it: `awswaf:managed:aws:core-rule-set:GenericLFI_QueryArguments`. */
const toLabel = (queryRule: string): string =>
  `awswaf:managed:aws:core-rule-set:${queryRule.replace('QUERYARGUMENTS', 'QueryArguments')}`

type Rule = CfnWebACL.RuleProperty
type Statement = CfnWebACL.StatementProperty

export const toVisibilityConfig = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
})

const noTransformation = [{ priority: 0, type: 'NONE' }]

function limitByAddress(name: string, { limit, seconds }: AddressRate, scope?: Statement): Omit<Rule, 'priority'> {
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit,
        evaluationWindowSec: seconds,
        ...(scope && { scopeDownStatement: scope }),
      },
    },
    action: { block: {} },
    visibilityConfig: toVisibilityConfig(name),
  }
}

const withPriorities = (rules: readonly Omit<Rule, 'priority'>[]): Rule[] =>
  rules.map((rule, priority) => ({ ...rule, priority }))

const below = (path: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: noTransformation,
  },
})

const ofApi = below('/api/')

/** The page of the administration has its search in its address, and is loaded again with it. */
const withSearches: Statement = { orStatement: { statements: [ofApi, below('/admin')] } }

const patternsInQueries: Statement = {
  andStatement: {
    statements: [
      { notStatement: { statement: withSearches } },
      {
        orStatement: {
          statements: queryRules.map((name) => ({ labelMatchStatement: { scope: 'LABEL', key: toLabel(name) } })),
        },
      },
    ],
  },
}

const TOO_MANY_ATTEMPTS = 'too-many-attempts'
const TOO_MANY_REQUESTS = 'too-many-requests'

const TOO_MANY_REQUESTS_PAGE =
  '<!doctype html><html lang="es"><meta charset="utf-8"><title>Demasiadas peticiones</title>' +
  '<p>Desde tu conexión nos llegan demasiadas peticiones. Espera un minuto y vuelve a cargar la página.</p></html>'

export const customReplies = {
  [TOO_MANY_ATTEMPTS]: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ code: TOO_MANY_ATTEMPTS }) },
  [TOO_MANY_REQUESTS]: { contentType: 'TEXT_HTML', content: TOO_MANY_REQUESTS_PAGE },
}

const refuseForAMinute = (customResponseBodyKey: keyof typeof customReplies): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey,
      responseHeaders: [{ name: 'retry-after', value: '60' }],
    },
  },
})

export const siteRules = withPriorities([
  { ...limitByAddress('ApiPerAddress', siteRates.api, ofApi), action: refuseForAMinute(TOO_MANY_ATTEMPTS) },
  // The API's clients know what a 429 means, whatever it says; the page is for people.
  { ...limitByAddress('PerAddress', siteRates.everything), action: refuseForAMinute(TOO_MANY_REQUESTS) },
  {
    name: 'CommonRules',
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesCommonRuleSet',
        ruleActionOverrides: [...bodyRules, ...queryRules].map((name) => ({ name, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: toVisibilityConfig('CommonRules'),
  },
  {
    name: 'CommonRules-Queries',
    statement: patternsInQueries,
    action: { block: {} },
    visibilityConfig: toVisibilityConfig('CommonRulesQueries'),
  },
])

const callsOperation = (pattern: string): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
    regexString: `^AWSCognitoIdentityProviderService\\.(${pattern})`,
    textTransformations: noTransformation,
  },
})

const ofSignIn = callsOperation('InitiateAuth|RespondToAuthChallenge|ForgotPassword|ConfirmForgotPassword')

/**
 * Without the common rules: Cognito hides request bodies from WAF, and its redirects to Google exceed their size
 * limits. Without an exception for our functions, which call from addresses that they share: WAF does not see requests
 * that AWS credentials authorise (https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html, «Public
 * API operations»), and the header that names the operation may be on any request.
 */
export const poolRules = withPriorities([
  limitByAddress('SignInPerAddress', poolRates.signIn, ofSignIn),
  limitByAddress('PerAddress', poolRates.everything),
])
