import type { AttributeDefinitions } from './definition.ts'

export interface Expressions {
  readonly names: Record<string, string>
  readonly values: Record<string, unknown>
}

export type WriteCondition = (
  attributes: Readonly<Record<string, string>>,
  operations: ReturnType<typeof createOperations>,
) => string

export function composeCondition(where: WriteCondition, attributes: AttributeDefinitions, used: Expressions): string {
  const names = Object.fromEntries(Object.keys(attributes).map((name) => [name, name]))
  return where(names, createOperations(attributes, used))
}

function createOperations(attributes: AttributeDefinitions, { names, values }: Expressions) {
  const nameOf = (name: string) => {
    if (!attributes[name] || attributes[name].field) throw new Error(`no condition can name ${name}`)
    names[`#${name}`] = name
    return `#${name}`
  }
  const valueOf = (name: string, value: unknown) => {
    if (value === undefined) throw new Error(`a condition compares ${name} with nothing`)
    const earlier = Object.keys(values).filter((key) => key.replace(/\d+$/, '') === `:${name}`).length
    values[`:${name}${earlier}`] = value
    return `:${name}${earlier}`
  }
  return {
    eq: (name: string, value: unknown) => `${nameOf(name)} = ${valueOf(name, value)}`,
    gt: (name: string, value: unknown) => `${nameOf(name)} > ${valueOf(name, value)}`,
    exists: (name: string) => `attribute_exists(${nameOf(name)})`,
    notExists: (name: string) => `attribute_not_exists(${nameOf(name)})`,
  }
}
