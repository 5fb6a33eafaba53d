import type { AttributeDefinition, AttributeDefinitions, Values } from './definition.ts'

/**
 * Complete item by field names, with defaults.
 * @throws Error when a required attribute is missing or a value does not fit its type
 */
export function toStoredItem(attributes: AttributeDefinitions, values: Values): Values {
  const complete: Record<string, unknown> = {}
  for (const [name, { default: initial, set }] of Object.entries(attributes)) {
    const value = values[name] ?? initial
    complete[name] = set ? set(value, values) : value
  }
  return toStoredValues(attributes, complete, '')
}

/** @throws Error when the attribute is read-only, a required one gets no value, or the value does not fit its type */
export function toStoredChange(attributes: AttributeDefinitions, name: string, value: unknown): unknown {
  const attribute = requireChangeable(attributes, name)
  if (value === undefined && attribute.required) throw new Error(`${name} is required`)
  return value === undefined ? undefined : toStoredValue(attribute, value, name)
}

/** @throws Error when the attribute is read-only or required */
export function requireRemovableAttribute(attributes: AttributeDefinitions, name: string): void {
  if (requireChangeable(attributes, name).required) throw new Error(`${name} cannot be removed`)
}

function requireChangeable(attributes: AttributeDefinitions, name: string): AttributeDefinition {
  const attribute = attributes[name]
  if (!attribute || attribute.readOnly || attribute.field || attribute.set) throw new Error(`${name} cannot be changed`)
  return attribute
}

function toStoredValues(attributes: AttributeDefinitions, values: Values, path: string): Values {
  const stored = Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name]
    const place = `${path}${name}`
    if (value !== undefined) return [[attribute.field ?? name, toStoredValue(attribute, value, place)]]
    if (attribute.required) throw new Error(`${place} is required`)
    return []
  })
  return Object.fromEntries(stored) as Values
}

function toStoredValue({ type, items, properties }: AttributeDefinition, value: unknown, path: string): unknown {
  if (type === 'any') return value
  if (typeof type !== 'string' ? type.includes(value as string) : typeof value === type) return value
  if (type === 'list' && items && Array.isArray(value)) {
    return value.map((each: unknown, index) => toStoredValue(items, each, `${path}[${index}]`))
  }
  if (type === 'map' && properties && typeof value === 'object' && value !== null) {
    return toStoredValues(properties, value as Values, `${path}.`)
  }
  throw new Error(`${path} cannot be stored as ${String(type)}`)
}

export const fromStoredItem = (attributes: AttributeDefinitions, item: Values): Values =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = item[attribute.field ?? name]
      return value === undefined ? [] : [[name, fromStoredValue(attribute, value)]]
    }),
  )

function fromStoredValue({ type, items, properties }: AttributeDefinition, value: unknown): unknown {
  // The document client returns string sets as `Set`, electrodb as arrays.
  if (type === 'set') return [...(value as Iterable<unknown>)]
  if (type === 'list' && items) return (value as unknown[]).map((each) => fromStoredValue(items, each))
  return type === 'map' && properties ? fromStoredItem(properties, value as Values) : value
}
