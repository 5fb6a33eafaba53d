import { PolicyError, UnresolvedVariableError } from './policy-error.ts'

/** The value of a condition key; undefined if the request lacks it. */
export type KeyLookup = (key: string) => string | readonly string[] | undefined

/** Placeholders for literal `*` and `?`, which come from `${*}`, `${?}` or a value of the request. */
const literalOf: Readonly<Record<string, string>> = { '*': '\uE000', '?': '\uE001' }

const placeholder = /\$\{([^}]*)\}/g
const nameWithDefault = /^([^\s,']+)(?:\s*,\s*'([^']*)')?$/

const isEscape = (inner: string) => inner === '*' || inner === '?' || inner === '$'

const protectWildcards = (text: string): string => text.replaceAll(/[*?]/g, (sign) => literalOf[sign] ?? sign)

export const restoreWildcards = (text: string): string => text.replaceAll('\uE000', '*').replaceAll('\uE001', '?')

/** `${*}`, `${?}` and `${$}` are no variables. */
export const hasVariable = (text: string): boolean =>
  [...text.matchAll(placeholder)].some(([, inner = '']) => !isEscape(inner))

/** @throws PolicyError for an unclosed or malformed placeholder */
export function checkVariables(text: string): void {
  const rest = text.replaceAll(placeholder, (whole, inner: string) => {
    if (!isEscape(inner) && !nameWithDefault.test(inner)) throw new PolicyError(`${whole} is no variable`)
    return ''
  })
  if (rest.includes('${')) throw new PolicyError(`a variable is not closed in ${text}`)
}

/**
 * Replaces variables by values of the request, in which wildcards are literal.
 * @throws UnresolvedVariableError if a key is missing and has no default
 */
export function resolveVariables(text: string, lookUp: KeyLookup): string {
  return text.replaceAll(placeholder, (whole, inner: string) => {
    if (isEscape(inner)) return protectWildcards(inner)
    const [, key = '', fallback] = nameWithDefault.exec(inner) ?? []
    const value = lookUp(key) ?? fallback
    if (value === undefined) throw new UnresolvedVariableError(`the request has no value for ${whole}`)
    if (typeof value !== 'string') throw new PolicyError(`${key} has several values and cannot be a variable`)
    return protectWildcards(value)
  })
}
