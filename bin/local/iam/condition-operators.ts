import ipaddr from 'ipaddr.js'
import { PolicyError } from './policy-error.ts'
import { restoreWildcards } from './policy-variables.ts'
import { matchesArn, matchesText, splitArn } from './wildcards.ts'

export interface ConditionOperator {
  readonly fits: (actual: string, expected: string) => boolean
  readonly isNegated: boolean
  readonly takesVariables: boolean
}

type Fits = ConditionOperator['fits']

const numberOf = (text: string): number => {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new PolicyError(`${text} is no number`)
  return Number(text)
}

const isoDate = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/

/** Milliseconds. A date is ISO 8601 as in the W3C note, or seconds since 1970; four digits are a year. */
function timeOf(text: string): number {
  if (/^\d{5,}$/.test(text)) return Number(text) * 1000
  const time = isoDate.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new PolicyError(`${text} is no date`)
  return time
}

function booleanOf(text: string): boolean {
  const lower = text.toLowerCase()
  if (lower !== 'true' && lower !== 'false') throw new PolicyError(`${text} is neither true nor false`)
  return lower === 'true'
}

function isInRange(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) throw new PolicyError(`${address} is no IP address`)
  const network = range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(network)) throw new PolicyError(`${range} is no range of IP addresses`)
  const actual = ipaddr.parse(address)
  const [base, bits] = ipaddr.parseCIDR(network)
  return actual.kind() === base.kind() && actual.match(base, bits)
}

function isSameArn(actual: string, expected: string): boolean {
  const malformed = [actual, expected].find((arn) => splitArn(arn).length !== 6)
  if (malformed !== undefined) throw new PolicyError(`${malformed} is no ARN`)
  return matchesArn(expected, actual)
}

const isSame: Fits = (actual, expected) => actual === restoreWildcards(expected)
const isSameIgnoringCase: Fits = (actual, expected) => actual.toLowerCase() === restoreWildcards(expected).toLowerCase()
const isLike: Fits = (actual, expected) => matchesText(expected, actual)

const comparing =
  (valueOf: (text: string) => number, compare: (actual: number, expected: number) => boolean): Fits =>
  (actual, expected) =>
    compare(valueOf(actual), valueOf(expected))

const withNegation = (positive: string, negative: string, fits: Fits, takesVariables: boolean) => ({
  [positive]: { fits, isNegated: false, takesVariables },
  [negative]: { fits, isNegated: true, takesVariables },
})

const ordering = (kind: 'Numeric' | 'Date', valueOf: (text: string) => number) => ({
  ...withNegation(
    `${kind}Equals`,
    `${kind}NotEquals`,
    comparing(valueOf, (a, b) => a === b),
    false,
  ),
  ...Object.fromEntries(
    Object.entries({
      LessThan: (a: number, b: number) => a < b,
      LessThanEquals: (a: number, b: number) => a <= b,
      GreaterThan: (a: number, b: number) => a > b,
      GreaterThanEquals: (a: number, b: number) => a >= b,
    }).map(([name, compare]) => [
      kind + name,
      { fits: comparing(valueOf, compare), isNegated: false, takesVariables: false },
    ]),
  ),
})

/**
 * All operators of the IAM reference but `Null`, which compares no value. Values are base64 for `BinaryEquals`, in the
 * request too. For `Bool` the reference contradicts itself about variables: a variable is an error here.
 */
export const conditionOperators: ReadonlyMap<string, ConditionOperator> = new Map(
  Object.entries<ConditionOperator>({
    ...withNegation('StringEquals', 'StringNotEquals', isSame, true),
    ...withNegation('StringEqualsIgnoreCase', 'StringNotEqualsIgnoreCase', isSameIgnoringCase, true),
    ...withNegation('StringLike', 'StringNotLike', isLike, true),
    ...ordering('Numeric', numberOf),
    ...ordering('Date', timeOf),
    Bool: {
      fits: (actual, expected) => booleanOf(actual) === booleanOf(expected),
      isNegated: false,
      takesVariables: false,
    },
    BinaryEquals: {
      fits: (actual, expected) => Buffer.from(actual, 'base64').equals(Buffer.from(expected, 'base64')),
      isNegated: false,
      takesVariables: false,
    },
    ...withNegation('IpAddress', 'NotIpAddress', isInRange, false),
    ...withNegation('ArnEquals', 'ArnNotEquals', isSameArn, true),
    ...withNegation('ArnLike', 'ArnNotLike', isSameArn, true),
  }),
)
