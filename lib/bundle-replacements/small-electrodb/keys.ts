import type { EntityDefinition, IndexDefinition, KeyDefinition, Values } from './definition.ts'

export type KeyPart = 'pk' | 'sk'

/** @throws Error when one of the key's attributes has no value */
export function composeKey(
  definition: EntityDefinition,
  index: IndexDefinition,
  part: KeyPart,
  values: Values,
): string {
  const key = index[part]
  const text = (name: string) => keyText(definition, name, values)
  const composed =
    key.template === undefined
      ? [prefixOf(definition, part), ...key.composite.map((name) => `${name}_${text(name)}`)].join('#')
      : key.template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => text(name))
  return inCase(key, composed)
}

export function composeSortKeyStart(definition: EntityDefinition, { sk }: IndexDefinition): string {
  if (sk.template !== undefined) throw new Error('a sort key of a template of its own has no known start')
  const [first] = sk.composite
  return inCase(sk, prefixOf(definition, 'sk') + (first === undefined ? '' : `#${first}_`))
}

export function composeSortKeyLimit(definition: EntityDefinition, index: IndexDefinition, values: Values): string {
  const composite = index.sk.composite.slice(0, Object.keys(values).length)
  return composeKey(definition, { ...index, sk: { ...index.sk, composite } }, 'sk', values)
}

const prefixOf = ({ model: { service, entity, version } }: EntityDefinition, part: KeyPart): string =>
  part === 'pk' ? `$${service}` : `$${entity}_${version}`

const inCase = ({ casing }: KeyDefinition, key: string): string => (casing === 'none' ? key : key.toLowerCase())

function keyText({ model, attributes }: EntityDefinition, name: string, values: Values): string {
  const value = values[name]
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`a key of ${model.entity} needs ${name}`)
  const { padding } = attributes[name] ?? {}
  return padding ? String(value).padStart(padding.length, padding.char) : String(value)
}
