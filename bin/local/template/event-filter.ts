type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One of a pattern's values. One element of an array is sufficient. */
function matchesValue(wanted: Json, value: unknown): boolean {
  if (isObject(wanted)) throw new Error(`${JSON.stringify(wanted)} is not matched on this machine`)
  return Array.isArray(value) ? value.includes(wanted) : wanted === value
}

/**
 * EventBridge's pattern matching: every member of the pattern, with one of its listed values.
 * @throws Error for comparisons other than equality
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((wanted: Json) => matchesValue(wanted, event))
  if (!isObject(pattern)) throw new Error(`${JSON.stringify(pattern)} is no pattern`)
  return Object.entries(pattern).every(
    ([name, inner]) => isObject(event) && Object.hasOwn(event, name) && matchesPattern(inner, event[name]),
  )
}
