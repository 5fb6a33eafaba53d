import { commonRuleLabels, type Matches, type WebRequest } from './common-rules.ts'

type Definition = Readonly<Record<string, unknown>>

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Error for anything but an object with exactly these members */
export function readMembers<Required extends string, Optional extends string = never>(
  value: unknown,
  required: readonly Required[],
  optional: readonly Optional[] = [],
): Readonly<Record<Required | Optional, unknown>> {
  if (!isDefinition(value)) throw new Error(`not a definition: ${JSON.stringify(value)}`)
  const names = Object.keys(value)
  const unknown = names.filter((name) => !([...required, ...optional] as string[]).includes(name))
  const missing = required.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`a web ACL with ${unknown.join()} is not evaluated here`)
  if (missing.length > 0) throw new Error(`a web ACL without ${missing.join()}`)
  return value
}

function readField(value: unknown): (request: WebRequest) => string {
  const { UriPath, SingleHeader } = readMembers(value, [], ['UriPath', 'SingleHeader'])
  if (UriPath !== undefined) return ({ path }) => path
  const { Name } = readMembers(SingleHeader, ['Name'])
  const name = String(Name).toLowerCase()
  return ({ headers }) => headers[name] ?? ''
}

function requireNoTransformation(value: unknown): void {
  for (const each of value as readonly unknown[]) {
    const { Type } = readMembers(each, ['Priority', 'Type'])
    if (Type !== 'NONE') throw new Error(`the transformation ${String(Type)} is not made here`)
  }
}

const comparisons: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  EXACTLY: (text, wanted) => text === wanted,
  STARTS_WITH: (text, wanted) => text.startsWith(wanted),
  ENDS_WITH: (text, wanted) => text.endsWith(wanted),
  CONTAINS: (text, wanted) => text.includes(wanted),
}

function compileByteMatch(value: unknown): Matches {
  const members = ['FieldToMatch', 'PositionalConstraint', 'SearchString', 'TextTransformations'] as const
  const { FieldToMatch, PositionalConstraint, SearchString, TextTransformations } = readMembers(value, members)
  requireNoTransformation(TextTransformations)
  const read = readField(FieldToMatch)
  const compare = comparisons[String(PositionalConstraint)]
  if (!compare) throw new Error(`the comparison ${String(PositionalConstraint)} is not made here`)
  return (request) => compare(read(request), String(SearchString))
}

function compileRegexMatch(value: unknown): Matches {
  const { FieldToMatch, RegexString, TextTransformations } = readMembers(value, [
    'FieldToMatch',
    'RegexString',
    'TextTransformations',
  ])
  requireNoTransformation(TextTransformations)
  const read = readField(FieldToMatch)
  const pattern = new RegExp(String(RegexString))
  return (request) => pattern.test(read(request))
}

const givenLabels: ReadonlySet<string> = new Set(commonRuleLabels.values())

function compileLabelMatch(value: unknown): Matches {
  const { Scope, Key } = readMembers(value, ['Scope', 'Key'])
  const label = String(Key)
  if (Scope !== 'LABEL' || !givenLabels.has(label)) throw new Error(`the label ${label} is not given here`)
  return ({ labels }) => labels.has(label)
}

const compileAll = (value: unknown): readonly Matches[] =>
  (readMembers(value, ['Statements']).Statements as readonly unknown[]).map(compileStatement)

const compilers: Readonly<Record<string, (value: unknown) => Matches>> = {
  ByteMatchStatement: compileByteMatch,
  RegexMatchStatement: compileRegexMatch,
  LabelMatchStatement: compileLabelMatch,
  NotStatement: (value) => {
    const matches = compileStatement(readMembers(value, ['Statement']).Statement)
    return (request) => !matches(request)
  },
  AndStatement: (value) => {
    const all = compileAll(value)
    return (request) => all.every((matches) => matches(request))
  },
  OrStatement: (value) => {
    const all = compileAll(value)
    return (request) => all.some((matches) => matches(request))
  },
}

/** @throws Error for an unknown statement */
export function compileStatement(value: unknown): Matches {
  const [[name, definition] = ['', undefined], ...others] = Object.entries(isDefinition(value) ? value : {})
  const compile = Object.hasOwn(compilers, name) ? compilers[name] : undefined
  if (!compile || others.length > 0)
    throw new Error(`the statement ${name || JSON.stringify(value)} is not evaluated here`)
  return compile(definition)
}
