import { type Condition, parseConditions } from './conditions.ts'
import { PolicyError } from './policy-error.ts'
import { checkVariables, hasVariable } from './policy-variables.ts'
import { type PrincipalElement, parsePrincipal } from './principals.ts'
import { splitArn } from './wildcards.ts'

/**
 * `key` and `trust` are the resource-based policies of KMS keys and of roles: without them no identity-based policy has
 * an effect on the key or role.
 */
export type PolicyType = 'identity' | 'resource' | 'key' | 'trust'

export interface PatternElement {
  readonly isNegated: boolean
  readonly patterns: readonly string[]
}

export interface Statement {
  readonly sid: string | undefined
  readonly effect: 'Allow' | 'Deny'
  readonly action: PatternElement
  readonly resource: PatternElement
  /** Undefined in identity-based policies, whose principal is the identity. */
  readonly principal: PrincipalElement | undefined
  readonly conditions: readonly Condition[]
}

export interface PolicyDocument {
  readonly name: string
  readonly type: PolicyType
  /** Variables exist in policies of 2012-10-17 only. */
  readonly version: '2008-10-17' | '2012-10-17'
  readonly statements: readonly Statement[]
}

const elements = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Principal',
  'NotPrincipal',
  'Condition',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsePatterns(value: unknown, check: (pattern: string) => void): readonly string[] {
  const patterns = [value].flat()
  if (patterns.length === 0) throw new PolicyError('an element without values')
  return patterns.map((pattern) => {
    if (typeof pattern !== 'string') throw new PolicyError(`${JSON.stringify(pattern)} is no pattern`)
    check(pattern)
    return pattern
  })
}

function parseEither(
  statement: Record<string, unknown>,
  name: 'Action' | 'Resource',
  check: (pattern: string) => void,
): PatternElement {
  const [positive, negative] = [statement[name], statement[`Not${name}`]]
  if ((positive === undefined) === (negative === undefined)) {
    throw new PolicyError(`a statement has either ${name} or Not${name}: ${JSON.stringify(statement)}`)
  }
  return { isNegated: positive === undefined, patterns: parsePatterns(positive ?? negative, check) }
}

function checkAction(pattern: string): void {
  if (pattern !== '*' && !/^[a-z0-9-]+:[\w*?]+$/i.test(pattern)) throw new PolicyError(`${pattern} is no action`)
}

/** IAM allows neither wildcards for the service nor variables before the fifth colon. */
const checkResource = (version: string) => (pattern: string) => {
  if (pattern === '*') return
  const parts = splitArn(pattern)
  if (parts[0] !== 'arn' || /[*?]/.test(parts[2] ?? '*') || (parts.length < 6 && !pattern.endsWith('*'))) {
    throw new PolicyError(`${pattern} is no resource`)
  }
  if (version !== '2012-10-17') return
  checkVariables(pattern)
  if (parts.slice(0, 5).some((part) => part.includes('${')) && hasVariable(pattern)) {
    throw new PolicyError(`${pattern} has a variable before its resource`)
  }
}

function parsePrincipals(statement: Record<string, unknown>, type: PolicyType): PrincipalElement | undefined {
  const { Principal, NotPrincipal, Effect } = statement
  if (type === 'identity') {
    if (Principal !== undefined || NotPrincipal !== undefined) {
      throw new PolicyError('an identity-based policy names no principal')
    }
    return undefined
  }
  if ((Principal === undefined) === (NotPrincipal === undefined)) {
    throw new PolicyError('a resource-based policy has either Principal or NotPrincipal')
  }
  if (NotPrincipal !== undefined && (Effect === 'Allow' || type === 'trust')) {
    throw new PolicyError('IAM takes NotPrincipal with Deny alone, and not in trust policies')
  }
  return parsePrincipal(Principal ?? NotPrincipal, Principal === undefined)
}

function parseResources(statement: Record<string, unknown>, type: PolicyType, version: string): PatternElement {
  if (type !== 'trust') return parseEither(statement, 'Resource', checkResource(version))
  if (statement['Resource'] !== undefined || statement['NotResource'] !== undefined) {
    throw new PolicyError('a trust policy names no resource')
  }
  return { isNegated: false, patterns: ['*'] }
}

function parseStatement(value: unknown, type: PolicyType, version: string): Statement {
  if (!isObject(value)) throw new PolicyError(`${JSON.stringify(value)} is no statement`)
  const unknown = Object.keys(value).filter((name) => !elements.has(name))
  if (unknown.length > 0) throw new PolicyError(`unknown elements ${unknown.join()}`)
  const { Sid, Effect, Condition: block = {} } = value
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new PolicyError(`${JSON.stringify(Effect)} is no Effect`)
  if (Sid !== undefined && typeof Sid !== 'string') throw new PolicyError(`${JSON.stringify(Sid)} is no Sid`)
  return {
    sid: Sid,
    effect: Effect,
    action: parseEither(value, 'Action', checkAction),
    resource: parseResources(value, type, version),
    principal: parsePrincipals(value, type),
    conditions: parseConditions(block, version),
  }
}

/**
 * Parses JSON in which CloudFormation's references are resolved.
 * @throws PolicyError for anything invalid in IAM or unsupported here
 */
export function parsePolicyDocument(value: unknown, type: PolicyType, name: string): PolicyDocument {
  if (!isObject(value)) throw new PolicyError(`${name} is no policy`)
  const { Version: version = '2008-10-17', Id, Statement: statements, ...others } = value
  if (version !== '2008-10-17' && version !== '2012-10-17') throw new PolicyError(`${name}: unknown Version`)
  if (Object.keys(others).length > 0) throw new PolicyError(`${name}: unknown elements ${Object.keys(others).join()}`)
  if (Id !== undefined && typeof Id !== 'string') throw new PolicyError(`${name}: ${JSON.stringify(Id)} is no Id`)
  if (statements === undefined) throw new PolicyError(`${name} has no Statement`)
  return { name, type, version, statements: [statements].flat().map((each) => parseStatement(each, type, version)) }
}
