import { PolicyError } from './policy-error.ts'

/** The caller. A role is identified by its own ARN; `sessionArn` only where it matters. */
export type RequestPrincipal =
  | { readonly type: 'role'; readonly arn: string; readonly sessionArn?: string }
  | { readonly type: 'user'; readonly arn: string }
  | { readonly type: 'root'; readonly accountId: string }
  | { readonly type: 'service'; readonly name: string }
  | { readonly type: 'anonymous' }

export interface PrincipalElement {
  readonly isNegated: boolean
  readonly isEveryone: boolean
  readonly arns: readonly string[]
  readonly accountIds: readonly string[]
  readonly services: readonly string[]
}

const accountRoot = /^(?:arn:[\w-]+:iam::(\d{12}):root|(\d{12}))$/
const identityArn = /^arn:[\w-]+:(?:iam::\d{12}:(?:role|user)|sts::\d{12}:assumed-role)\/[^*?]+$/
const serviceName = /^[a-z0-9.-]+$/

/** @throws PolicyError for an invalid principal or a pattern */
function parseNames(value: unknown, isPrincipal: (name: string) => boolean): readonly string[] {
  return [value].flat().map((name) => {
    if (typeof name !== 'string' || !isPrincipal(name)) throw new PolicyError(`${JSON.stringify(name)} is no principal`)
    return name
  })
}

const isAwsPrincipal = (name: string) => name === '*' || accountRoot.test(name) || identityArn.test(name)

/** @throws PolicyError for unsupported kinds of principals */
export function parsePrincipal(value: unknown, isNegated: boolean): PrincipalElement {
  if (value === '*') return { isNegated, isEveryone: true, arns: [], accountIds: [], services: [] }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PolicyError(`${JSON.stringify(value)} is no Principal`)
  }
  const { AWS = [], Service = [], ...others } = value as Record<string, unknown>
  if (Object.keys(others).length > 0)
    throw new PolicyError(`cannot evaluate principals of ${Object.keys(others).join()}`)
  const named = parseNames(AWS, isAwsPrincipal)
  return {
    isNegated,
    isEveryone: named.includes('*'),
    arns: named.filter((name) => identityArn.test(name)),
    accountIds: named.flatMap((name) => accountRoot.exec(name)?.slice(1).find(Boolean) ?? []),
    services: parseNames(Service, (name) => serviceName.test(name)),
  }
}

/** Undefined for services and anonymous callers. */
export function accountOf(principal: RequestPrincipal): string | undefined {
  if (principal.type === 'root') return principal.accountId
  return principal.type === 'role' || principal.type === 'user' ? principal.arn.split(':')[4] : undefined
}

function arnsOf(principal: RequestPrincipal): readonly string[] {
  if (principal.type === 'user') return [principal.arn]
  if (principal.type !== 'role') return []
  return [principal.arn, ...(principal.sessionArn === undefined ? [] : [principal.sessionArn])]
}

/** `account`: the statement trusts the account, whose identity-based policies decide further. */
export type PrincipalMatch = 'direct' | 'account' | 'none'

function matchNamed(element: PrincipalElement, principal: RequestPrincipal): PrincipalMatch {
  if (element.isEveryone) return 'direct'
  if (principal.type === 'service') return element.services.includes(principal.name) ? 'direct' : 'none'
  if (arnsOf(principal).some((arn) => element.arns.includes(arn))) return 'direct'
  if (!element.accountIds.includes(accountOf(principal) ?? '')) return 'none'
  return principal.type === 'root' ? 'direct' : 'account'
}

/** According to the reference, NotPrincipal excludes a role only if its account and session are listed too. */
function isNamedEntirely(element: PrincipalElement, principal: RequestPrincipal): boolean {
  if (element.isEveryone) return true
  if (principal.type === 'service') return element.services.includes(principal.name)
  const account = accountOf(principal)
  return (
    account !== undefined &&
    element.accountIds.includes(account) &&
    arnsOf(principal).every((arn) => element.arns.includes(arn))
  )
}

export function matchPrincipal(element: PrincipalElement, principal: RequestPrincipal): PrincipalMatch {
  if (!element.isNegated) return matchNamed(element, principal)
  return isNamedEntirely(element, principal) ? 'none' : 'direct'
}
