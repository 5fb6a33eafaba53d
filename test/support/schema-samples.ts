import type * as z from 'zod/mini'

interface Definition {
  readonly type: string
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly options?: readonly z.ZodMiniType[]
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

const PREFIXES = 'usr cus ord pay mai fil ana sup csu tpl con cns wdr imp aud fnd ref cor msg bud btp'.split(' ')

/** The first text that a schema accepts is its sample. */
const TEXTS = [
  'Texto de muestra',
  'Secreta1!',
  'factura.pdf',
  'lucia@correo.test',
  '2026-12-01',
  '2026-11-30',
  '2026-12-01T10:00:00.000Z',
  '2026-12-01T10:00:00.000Z~con_12345678',
  '00000000-0000-4000-8000-000000000001',
  'x'.repeat(43),
  '123456',
  'ABCD2345',
  'PROMO_10',
  'ELIMINAR',
  '2026-11',
  'cs_test_12345678',
  'https://correo.test/archivo',
  '203.0.113.7',
  'Europe/Madrid',
  '00000000T',
  ...PREFIXES.map((prefix) => `${prefix}_12345678`),
]
const NUMBERS = [1, 60, 20, 170, 500]

/** One object per variant of the schema, with every field valid and set. Rules across fields are not considered. */
export function createSchemaSamples(schema: z.ZodMiniType): readonly object[] {
  const { type, ...parts } = schema.def as unknown as Definition
  if (type === 'object') return [sampleOfEach(parts.shape ?? {})]
  if (type === 'union' && parts.options) return parts.options.flatMap((option) => createSchemaSamples(option))
  return parts.innerType ? createSchemaSamples(parts.innerType) : unknownKind(type)
}

/** Texts contain the key and `word` where the schema allows it. */
export const createFieldSamples = (shape: Readonly<Record<string, z.ZodMiniType>>, word: string) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      sampleOf(schema, [`${word} ${key}`, `${word}-${key}@correo.test`.toLowerCase()]),
    ]),
  )

function sampleOf(schema: z.ZodMiniType, preferred: readonly unknown[] = []): unknown {
  const found = [...preferred, ...candidatesFor(schema)].find((candidate) => schema.safeParse(candidate).success)
  if (found === undefined) throw new Error(`no sample is known for ${JSON.stringify(schema.def)}`)
  return found
}

function candidatesFor(schema: z.ZodMiniType): readonly unknown[] {
  const { type, ...parts } = schema.def as unknown as Definition
  const inner = parts.innerType ?? parts.in
  return inner ? candidatesFor(inner) : (candidates[type]?.(parts) ?? unknownKind(type))
}

type Candidates = (parts: Omit<Definition, 'type'>) => readonly unknown[]

const candidates: Readonly<Record<string, Candidates>> = {
  string: () => TEXTS,
  template_literal: () => TEXTS,
  number: () => NUMBERS,
  boolean: () => [true],
  literal: ({ values = [] }) => values,
  enum: ({ entries = {} }) => Object.values(entries),
  array: ({ element }) => (element ? lists(element) : []),
  record: () => [{}],
  object: ({ shape = {} }) => [sampleOfEach(shape)],
  union: ({ options = [] }) => options.flatMap(candidatesFor),
}

const unknownKind = (type: string): never => {
  throw new Error(`createSchemaSamples does not know schemas of the kind ${type}`)
}

const lists = (element: z.ZodMiniType) => [1, 2, 3, 8].map((length) => Array.from({ length }, () => sampleOf(element)))

/** For fields that must be in a certain order. */
const textsByKey: Readonly<Record<string, readonly string[]>> = { opensAt: ['09:00'], closesAt: ['14:00'] }

const sampleOfEach = (shape: Readonly<Record<string, z.ZodMiniType>>) =>
  Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, sampleOf(each, textsByKey[key])]))

/** `*` stands for the first element of a list. `undefined` removes the value. */
export function replaceValueAtPath(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(whole)) return [replaceValueAtPath(whole[0], rest, value), ...whole.slice(1)]
  const within = whole as Readonly<Record<string, unknown>>
  return { ...within, [key]: replaceValueAtPath(within[key], rest, value) }
}

/** Parents before their children; `*` stands for the first element of a list. */
export function listValuePaths(whole: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof whole !== 'object' || whole === null) return []
  const inner: readonly (readonly [string, unknown])[] = Array.isArray(whole)
    ? [['*', whole[0]]]
    : Object.entries(whole)
  return inner.flatMap(([key, value]) => [[...path, key], ...listValuePaths(value, [...path, key])])
}
