import { conditionOperators } from './condition-operators.ts'
import { PolicyError } from './policy-error.ts'
import { checkVariables, hasVariable, type KeyLookup, resolveVariables } from './policy-variables.ts'

export interface Condition {
  /** Without set operator and `IfExists`. */
  readonly operator: string
  readonly setOperator: 'ForAllValues' | 'ForAnyValue' | undefined
  readonly ifExists: boolean
  readonly key: string
  readonly values: readonly string[]
  readonly withVariables: boolean
}

const operatorName = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/

/** @throws PolicyError for an unknown operator */
function parseOperator(name: string): Pick<Condition, 'operator' | 'setOperator' | 'ifExists'> {
  const [, setOperator, operator = '', ifExists] = operatorName.exec(name) ?? []
  const isBareNull = name === 'Null'
  if (!isBareNull && !conditionOperators.has(operator)) throw new PolicyError(`unknown condition operator ${name}`)
  return { operator, setOperator: setOperator as Condition['setOperator'], ifExists: ifExists !== undefined }
}

function parseValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new PolicyError(`${JSON.stringify(value)} is no value of a condition`)
}

function parseCondition(name: string, key: string, given: unknown, version: string): Condition {
  const operator = parseOperator(name)
  const values = [given].flat().map(parseValue)
  const withVariables = version === '2012-10-17' && values.some((value) => value.includes('${'))
  if (withVariables) values.forEach(checkVariables)
  if (operator.operator === 'Null' && values.some((value) => value !== 'true' && value !== 'false')) {
    throw new PolicyError(`Null takes true or false, not ${values.join()}`)
  }
  if (withVariables && values.some(hasVariable) && !conditionOperators.get(operator.operator)?.takesVariables) {
    throw new PolicyError(`${name} takes no variables`)
  }
  return { ...operator, key, values, withVariables }
}

export function parseConditions(block: unknown, version: string): readonly Condition[] {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    throw new PolicyError(`${JSON.stringify(block)} is no Condition`)
  }
  return Object.entries(block).flatMap(([name, keys]) => {
    if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) {
      throw new PolicyError(`${name} has no keys: ${JSON.stringify(keys)}`)
    }
    return Object.entries(keys).map(([key, values]) => parseCondition(name, key, values, version))
  })
}

/** According to the reference, set operators and `Null` treat a key with no or an empty value as missing. */
function valuesIn(actual: string | readonly string[] | undefined): readonly string[] {
  const values = [actual ?? []].flat()
  return values.every((value) => value === '') ? [] : values
}

/**
 * Whether the request meets the condition.
 * @throws UnresolvedVariableError
 * @throws PolicyError for a multivalued key with a single-valued operator
 */
export function meetsPolicyCondition(condition: Condition, lookUp: KeyLookup): boolean {
  const { operator: name, setOperator, ifExists, key, withVariables } = condition
  const actual = lookUp(key)
  const isMissing = valuesIn(actual).length === 0
  if (name === 'Null') return condition.values.includes(String(isMissing))

  const operator = conditionOperators.get(name)
  if (!operator) throw new PolicyError(`unknown condition operator ${name}`)
  if (ifExists && (setOperator ? isMissing : actual === undefined)) return true
  const expected = withVariables ? condition.values.map((value) => resolveVariables(value, lookUp)) : condition.values
  const meets = (one: string) => expected.some((value) => operator.fits(one, value)) !== operator.isNegated

  if (setOperator === 'ForAllValues') return valuesIn(actual).every(meets)
  if (setOperator === 'ForAnyValue') return valuesIn(actual).some(meets)
  if (actual === undefined) return operator.isNegated
  if (typeof actual !== 'string') throw new PolicyError(`${key} has several values and ${name} no set operator`)
  return meets(actual)
}
