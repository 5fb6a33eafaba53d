import { createAddressRate } from './address-rate.ts'
import { commonRuleLabels, commonRules, type LabelledRequest, type Matches, type WebRequest } from './common-rules.ts'
import { compileStatement, readMembers } from './statements.ts'

export interface BlockedRequest {
  /** `CommonRules/SizeRestrictions_BODY` for a rule of a managed group. */
  readonly rule: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebAclOptions {
  readonly now: () => number
  /**
   * Whether rate rules count requests of this address.
   * @default - of every address
   */
  readonly isCounted?: (address: string) => boolean
}

export interface WebAcl {
  /** @returns undefined for an allowed request; counts it */
  readonly evaluate: (request: WebRequest) => BlockedRequest | undefined
}

type Rule = (
  request: LabelledRequest,
) => (Omit<BlockedRequest, 'body'> & { readonly replyKey: string | undefined }) | undefined

interface Action extends Pick<BlockedRequest, 'status' | 'headers'> {
  readonly blocks: boolean
  readonly replyKey: string | undefined
}

const plainBlock = { status: 403, headers: {}, replyKey: undefined } as const

function readAction(value: unknown): Action {
  const { Block, Count } = readMembers(value, [], ['Block', 'Count'])
  if (Count !== undefined) return { ...plainBlock, blocks: false }
  const { CustomResponse } = readMembers(Block, [], ['CustomResponse'])
  if (CustomResponse === undefined) return { ...plainBlock, blocks: true }
  const response = readMembers(CustomResponse, ['ResponseCode', 'CustomResponseBodyKey'], ['ResponseHeaders'])
  return {
    blocks: true,
    status: Number(response.ResponseCode),
    headers: Object.fromEntries(((response.ResponseHeaders ?? []) as readonly unknown[]).map(readHeader)),
    replyKey: String(response.CustomResponseBodyKey),
  }
}

/** "You can specify any header name except for content-type." */
function readHeader(value: unknown): readonly [string, string] {
  const header = readMembers(value, ['Name', 'Value'])
  const name = String(header.Name).toLowerCase()
  if (name === 'content-type') throw new Error('a reply with the header content-type is not evaluated here')
  return [name, String(header.Value)]
}

function compileRate(value: unknown, { now, isCounted = () => true }: WebAclOptions): Matches {
  const rate = readMembers(value, ['AggregateKeyType', 'Limit', 'EvaluationWindowSec'], ['ScopeDownStatement'])
  if (rate.AggregateKeyType !== 'IP') throw new Error(`a rate by ${String(rate.AggregateKeyType)} is not counted here`)
  const isInScope = rate.ScopeDownStatement === undefined ? () => true : compileStatement(rate.ScopeDownStatement)
  const windowMs = Number(rate.EvaluationWindowSec) * 1000
  const isBlocked = createAddressRate({ limit: Number(rate.Limit), windowMs, now })
  return (request) => isCounted(request.address) && isInScope(request) && isBlocked(request.address)
}

function compileGroup(name: string, value: unknown): Rule {
  const group = readMembers(value, ['VendorName', 'Name'], ['RuleActionOverrides'])
  if (group.VendorName !== 'AWS' || group.Name !== 'AWSManagedRulesCommonRuleSet')
    throw new Error(`the rules of ${String(group.Name)} are not known here`)
  const counting = new Set<string>()
  for (const override of (group.RuleActionOverrides ?? []) as readonly unknown[]) {
    const { Name, ActionToUse } = readMembers(override, ['Name', 'ActionToUse'])
    if (!commonRules.has(String(Name))) throw new Error(`${group.Name} has no rule ${String(Name)}`)
    if (!readAction(ActionToUse).blocks) counting.add(String(Name))
  }
  return (request) => {
    for (const [rule, matches] of commonRules) {
      if (!matches(request)) continue
      if (!counting.has(rule)) return { ...plainBlock, rule: `${name}/${rule}` }
      request.labels.add(commonRuleLabels.get(rule) ?? '')
    }
    return undefined
  }
}

function compileRule(value: unknown, options: WebAclOptions): Rule {
  const rule = readMembers(value, ['Name', 'Priority', 'Statement', 'VisibilityConfig'], ['Action', 'OverrideAction'])
  const name = String(rule.Name)
  const { ManagedRuleGroupStatement, RateBasedStatement, ...others } = rule.Statement as Record<string, unknown>
  if (ManagedRuleGroupStatement !== undefined) {
    readMembers(readMembers(rule.OverrideAction, ['None']).None, [])
    return compileGroup(name, ManagedRuleGroupStatement)
  }
  const { blocks, ...reply } = readAction(rule.Action)
  const matches = RateBasedStatement === undefined ? compileStatement(others) : compileRate(RateBasedStatement, options)
  return (request) => (matches(request) && blocks ? { rule: name, ...reply } : undefined)
}

const byPriority = (a: unknown, b: unknown): number =>
  (a as { readonly Priority: number }).Priority - (b as { readonly Priority: number }).Priority

/**
 * The rules of an `AWS::WAFv2::WebACL`, in order.
 *
 * @throws Error for every unknown property, so that none is silently ignored
 */
export function createWebAcl(properties: unknown, options: WebAclOptions): WebAcl {
  const acl = readMembers(
    properties,
    ['DefaultAction', 'Rules'],
    ['Scope', 'VisibilityConfig', 'CustomResponseBodies', 'Tags'],
  )
  readMembers(readMembers(acl.DefaultAction, ['Allow']).Allow, [])
  const rules = (acl.Rules as readonly unknown[]).toSorted(byPriority).map((rule) => compileRule(rule, options))
  const replies = (acl.CustomResponseBodies ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>
  return {
    evaluate: (given) => {
      const request = { ...given, labels: new Set<string>() }
      for (const rule of rules) {
        const blocked = rule(request)
        if (!blocked) continue
        const { replyKey, ...verdict } = blocked
        const reply = replyKey === undefined ? undefined : replies[replyKey]
        if (replyKey !== undefined && !reply) throw new Error(`the web ACL has no reply ${replyKey}`)
        return { ...verdict, headers: { ...toTypeHeader(reply), ...verdict.headers }, body: reply?.['Content'] ?? '' }
      }
      return undefined
    },
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  APPLICATION_JSON: 'application/json',
  TEXT_HTML: 'text/html',
  TEXT_PLAIN: 'text/plain',
}

function toTypeHeader(reply: Readonly<Record<string, string>> | undefined): BlockedRequest['headers'] {
  const type = contentTypes[reply?.['ContentType'] ?? 'TEXT_HTML']
  if (type === undefined) throw new Error(`a reply of type ${reply?.['ContentType']}`)
  return { 'content-type': type }
}
