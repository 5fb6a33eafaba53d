import { PolicyError, UnresolvedVariableError } from './policy-error.ts'

/** The value of a key of the request; undefined when the request does not carry the key. */
export type KeyLookup = (key: string) => string | readonly string[] | undefined

/** Stand for `*` and `?` that are no wildcards, because they come from `${*}`, `${?}` or a value of the request. */
const literalOf: Readonly<Record<string, string>> = { '*': '\uE000', '?': '\uE001' }

const placeholder = /\$\{([^}]*)\}/g
const nameWithDefault = /^([^\s,']+)(?:\s*,\s*'([^']*)')?$/

const isEscape = (inner: string) => inner === '*' || inner === '?' || inner === '$'

const protectWildcards = (text: string): string => text.replaceAll(/[*?]/g, (sign) => literalOf[sign] ?? sign)

/** The text without the distinction between wildcards and the same signs as text. */
export const restoreWildcards = (text: string): string => text.replaceAll('\uE000', '*').replaceAll('\uE001', '?')

/** Whether the text has a variable; `${*}`, `${?}` and `${$}` are none. */
export const hasVariable = (text: string): boolean =>
  [...text.matchAll(placeholder)].some(([, inner = '']) => !isEscape(inner))

/** @throws PolicyError for a placeholder that is not closed or not written as IAM writes them */
export function checkVariables(text: string): void {
  const rest = text.replaceAll(placeholder, (whole, inner: string) => {
    if (!isEscape(inner) && !nameWithDefault.test(inner)) throw new PolicyError(`${whole} is no variable`)
    return ''
  })
  if (rest.includes('${')) throw new PolicyError(`a variable is not closed in ${text}`)
}

/**
 * With values of the request in the place of variables. Wildcards in those values are text.
 * @throws UnresolvedVariableError when a key is missing and has no default
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
