type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One of the values that a pattern lists. Of an array one element is enough. */
function matchesValue(wanted: Json, value: unknown): boolean {
  if (isObject(wanted)) throw new Error(`${JSON.stringify(wanted)} is not matched on this machine`)
  return Array.isArray(value) ? value.includes(wanted) : wanted === value
}

/**
 * Whether an event matches a pattern of EventBridge: every member of the pattern, and of its lists one value.
 * @throws Error for comparisons other than equality
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((wanted: Json) => matchesValue(wanted, event))
  if (!isObject(pattern)) throw new Error(`${JSON.stringify(pattern)} is no pattern`)
  return Object.entries(pattern).every(
    ([name, inner]) => isObject(event) && Object.hasOwn(event, name) && matchesPattern(inner, event[name]),
  )
}
