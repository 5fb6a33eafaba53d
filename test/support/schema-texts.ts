import type * as z from 'zod/mini'

export interface SchemaTextField {
  /** Keys; `*` for the elements of a list or record. */
  readonly path: readonly string[]
  readonly schema: z.ZodMiniType
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly options?: readonly z.ZodMiniType[]
  readonly element?: z.ZodMiniType
  readonly keyType?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

const TEXTS = ['string', 'template_literal']
const OTHER_VALUES = ['number', 'boolean', 'literal', 'enum', 'null', 'transform']

export function listSchemaTextFields(schema: z.ZodMiniType, path: readonly string[] = []): SchemaTextField[] {
  const { type, ...parts } = schema.def as unknown as Definition
  if (TEXTS.includes(type)) return [{ path, schema }]
  if (OTHER_VALUES.includes(type)) return []
  if (parts.in)
    return listSchemaTextFields(parts.in, path).map((place) => (place.path === path ? { path, schema } : place))
  const elements = [parts.element, parts.keyType, parts.valueType].flatMap((inner) => inner ?? [])
  const same = [...(parts.options ?? []), ...(parts.innerType ? [parts.innerType] : [])]
  const inner = [
    ...Object.entries(parts.shape ?? {}).map(([key, each]) => listSchemaTextFields(each, [...path, key])),
    ...elements.map((each) => listSchemaTextFields(each, [...path, '*'])),
    ...same.map((each) => listSchemaTextFields(each, path)),
  ]
  return inner.length > 0 || type === 'object' ? inner.flat() : unknownKind(type)
}

const unknownKind = (type: string): never => {
  throw new Error(`textsIn does not know schemas of the kind ${type}`)
}
