import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'

/** Requests of one IPv4 address within the last `seconds`. WAF looks every ten seconds or so, up to half a minute late. */
interface AddressRate {
  readonly limit: number
  readonly seconds: 60 | 300
}

/**
 * Of the API: the largest import writes 417 chunks one after the other, ten a second at best. Of the site: some forty
 * files a page, and behind one address of a mobile network may be many visitors.
 */
const siteRates = {
  api: { limit: 1000, seconds: 60 },
  everything: { limit: 3000, seconds: 60 },
} as const satisfies Record<string, AddressRate>

/** A sign-in takes three calls, a session renews its tokens four times an hour. */
const poolRates = {
  signIn: { limit: 100, seconds: 300 },
  everything: { limit: 300, seconds: 60 },
} as const satisfies Record<string, AddressRate>

/**
 * What clients write may look like an attack, and an import is larger than 8 kB: these count and do not block. What
 * arrives is parsed by the contract's schemas and never run.
 */
const bodyRules = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
]

type Rule = CfnWebACL.RuleProperty
type Statement = CfnWebACL.StatementProperty

export const watched = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
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
    visibilityConfig: watched(name),
  }
}

const inOrder = (rules: readonly Omit<Rule, 'priority'>[]): Rule[] =>
  rules.map((rule, priority) => ({ ...rule, priority }))

const ofApi: Statement = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: '/api/',
    textTransformations: noTransformation,
  },
}

/** Key of the reply in `tooManyAttempts`. */
const TOO_MANY_ATTEMPTS = 'too-many-attempts'

/** Worded as the API's own refusals, so that the browser says the same sentence. */
export const customReplies = {
  [TOO_MANY_ATTEMPTS]: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ code: TOO_MANY_ATTEMPTS }) },
}

const tooManyAttempts: CfnWebACL.RuleActionProperty = {
  block: { customResponse: { responseCode: 429, customResponseBodyKey: TOO_MANY_ATTEMPTS } },
}

export const siteRules = inOrder([
  { ...limitByAddress('ApiPerAddress', siteRates.api, ofApi), action: tooManyAttempts },
  limitByAddress('PerAddress', siteRates.everything),
  {
    name: 'CommonRules',
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesCommonRuleSet',
        ruleActionOverrides: bodyRules.map((name) => ({ name, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: watched('CommonRules'),
  },
])

const callsOperation = (pattern: string): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
    regexString: `^AWSCognitoIdentityProviderService\\.(${pattern})`,
    textTransformations: noTransformation,
  },
})

/** Calls with credentials of the account: our own functions, which share addresses of Lambda. */
const ofTheAccount = callsOperation(
  'Admin|List|Describe|GetUserPoolMfaConfig|GetCSVHeader|CreateUserImportJob|StartUserImportJob',
)

/** None of these is called by a function of ours. */
const ofSignIn = callsOperation('InitiateAuth|RespondToAuthChallenge|ForgotPassword|ConfirmForgotPassword')

/** Without the common rules: Cognito hides bodies from WAF, and what it hands Google is longer than they allow. */
export const poolRules = inOrder([
  limitByAddress('SignInPerAddress', poolRates.signIn, ofSignIn),
  limitByAddress('PerAddress', poolRates.everything, { notStatement: { statement: ofTheAccount } }),
])
