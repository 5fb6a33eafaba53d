import { meetsPolicyCondition } from './conditions.ts'
import type { PatternElement, PolicyDocument, PolicyType, Statement } from './policy-document.ts'
import { PolicyError, UnresolvedVariableError } from './policy-error.ts'
import { type KeyLookup, resolveVariables } from './policy-variables.ts'
import { accountOf, matchPrincipal, type PrincipalMatch, type RequestPrincipal } from './principals.ts'
import { matchesAction, matchesResource, splitArn } from './wildcards.ts'

export interface RequestContext {
  readonly principal: RequestPrincipal
  /** As in `s3:GetObject`. */
  readonly action: string
  /** An ARN; `*` for actions without a resource, such as `dynamodb:ListStreams`. */
  readonly resource: string
  /**
   * Condition keys; names ignore case; arrays for multivalued keys. Those of the principal (`aws:PrincipalArn`,
   * `aws:PrincipalAccount`, `aws:username`, `kms:CallerAccount`) are added.
   */
  readonly keys?: Readonly<Record<string, string | readonly string[]>>
}

export interface Decision {
  readonly decision: 'allowed' | 'explicitDeny' | 'implicitDeny'
  readonly reason: string
  /** Policy and statement that decided; undefined for an implicit deny. */
  readonly policy?: string | undefined
  readonly sid?: string | undefined
  /** Type of that policy; for an implicit deny `key` or `trust` if it had to allow, otherwise undefined. */
  readonly policyType?: PolicyType | undefined
}

function principalKeys({ principal, action }: RequestContext): Record<string, string> {
  const account = accountOf(principal)
  if (principal.type === 'service') {
    return { 'aws:principalisawsservice': 'true', 'aws:principalservicename': principal.name }
  }
  if (account === undefined) return { 'aws:principaltype': 'Anonymous' }
  return {
    'aws:principalisawsservice': 'false',
    'aws:principalaccount': account,
    'aws:principalarn':
      principal.type === 'role' || principal.type === 'user' ? principal.arn : `arn:aws:iam::${account}:root`,
    ...(principal.type === 'user' && { 'aws:username': principal.arn.split('/').at(-1) ?? '' }),
    ...(action.toLowerCase().startsWith('kms:') && { 'kms:calleraccount': account }),
  }
}

function createKeyLookup(request: RequestContext): KeyLookup {
  const keys = new Map<string, string | readonly string[]>([
    ...Object.entries(request.keys ?? {}).map(([key, value]) => [key.toLowerCase(), value] as const),
    ...Object.entries(principalKeys(request)),
  ])
  return (key) => keys.get(key.toLowerCase())
}

const holds = ({ isNegated, patterns }: PatternElement, matches: (pattern: string) => boolean): boolean =>
  patterns.some(matches) !== isNegated

function meetsStatement(
  { action, resource, conditions }: Statement,
  request: RequestContext,
  version: string,
  lookUp: KeyLookup,
): boolean {
  if (!holds(action, (pattern) => matchesAction(pattern, request.action))) return false
  const patterns = resource.patterns.map((pattern) =>
    version === '2012-10-17' ? resolveVariables(pattern, lookUp) : pattern,
  )
  return (
    holds({ ...resource, patterns }, (pattern) => matchesResource(pattern, request.resource)) &&
    conditions.every((condition) => meetsPolicyCondition(condition, lookUp))
  )
}

interface ApplyingStatement {
  readonly policy: PolicyDocument
  readonly statement: Statement
  readonly match: PrincipalMatch
}

/** An Allow with an unresolved variable allows nothing; a Deny with one cannot be decided. */
function applies(policy: PolicyDocument, statement: Statement, request: RequestContext, lookUp: KeyLookup): boolean {
  try {
    return meetsStatement(statement, request, policy.version, lookUp)
  } catch (error) {
    if (error instanceof UnresolvedVariableError && statement.effect === 'Allow') return false
    throw error
  }
}

const findApplying = (
  policies: readonly PolicyDocument[],
  request: RequestContext,
  lookUp: KeyLookup,
): readonly ApplyingStatement[] =>
  policies.flatMap((policy) =>
    policy.statements.flatMap((statement) => {
      const match = statement.principal ? matchPrincipal(statement.principal, request.principal) : 'direct'
      return match !== 'none' && applies(policy, statement, request, lookUp) ? [{ policy, statement, match }] : []
    }),
  )

const decide = (
  decision: Decision['decision'],
  reason: string,
  { policy, statement }: Pick<ApplyingStatement, 'policy' | 'statement'>,
): Decision => ({
  decision,
  reason: `${reason} ${policy.name}`,
  policy: policy.name,
  sid: statement.sid,
  policyType: policy.type,
})

function checkRequest({ action, resource, principal }: RequestContext): void {
  if (!/^[a-z0-9-]+:[a-z0-9]+$/i.test(action)) throw new PolicyError(`${action} is no action`)
  if (resource !== '*' && (splitArn(resource).length < 6 || !resource.startsWith('arn:'))) {
    throw new PolicyError(`${resource} is no resource`)
  }
  const owner = splitArn(resource)[4] ?? ''
  const caller = accountOf(principal)
  if (owner !== '' && caller !== undefined && owner !== caller && owner !== 'aws') {
    throw new PolicyError('requests from one account to another are not evaluated')
  }
}

/** KMS keys and roles can be used only if their own policy allows it. */
function findNeededPolicy({ action, resource }: RequestContext): 'key' | 'trust' | undefined {
  if (/^arn:[\w-]+:kms:[^:]*:[^:]*:key\//.test(resource)) return 'key'
  return action.toLowerCase().startsWith('sts:assumerole') ? 'trust' : undefined
}

function evaluateAllows(request: RequestContext, allows: readonly ApplyingStatement[]): Decision {
  const byIdentity = allows.find(({ policy }) => policy.type === 'identity')
  const byResource = allows.find(({ policy, match }) => policy.type !== 'identity' && match === 'direct')
  if (byResource) return decide('allowed', 'allowed by the resource-based policy', byResource)
  if (!byIdentity) return { decision: 'implicitDeny', reason: 'no statement allows it' }
  const needed = findNeededPolicy(request)
  if (needed !== undefined && !allows.some(({ policy }) => policy.type === needed)) {
    return {
      decision: 'implicitDeny',
      reason: `the policy of ${request.resource} neither allows it nor leaves it to the account`,
      policyType: needed,
    }
  }
  return decide('allowed', 'allowed by the identity-based policy', byIdentity)
}

/**
 * AWS's evaluation within one account: an explicit Deny decides; otherwise one statement must allow, in the principal's
 * policies or the resource's. `policies` contains both.
 * @throws PolicyError if it cannot be evaluated
 */
export function authorize(request: RequestContext, policies: readonly PolicyDocument[]): Decision {
  checkRequest(request)
  if (accountOf(request.principal) === undefined && policies.some(({ type }) => type === 'identity')) {
    throw new PolicyError('only principals of an account have identity-based policies')
  }
  const applying = findApplying(policies, request, createKeyLookup(request))
  const denying = applying.find(({ statement }) => statement.effect === 'Deny')
  if (denying) return decide('explicitDeny', 'denied by', denying)
  return evaluateAllows(request, applying)
}
