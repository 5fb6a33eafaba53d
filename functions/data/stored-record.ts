import type * as z from 'zod/mini'
import { type EnteredRecord, type RecordFields, getObjectKeys } from '#contract/record-fields'

type Schema = z.ZodMiniType
type Shape = Readonly<Record<string, Schema>>
type Optional<S extends Shape> = { [Key in keyof S]: null extends z.output<S[Key]> ? Key : never }[keyof S]

/** Null values are not stored: a missing attribute is null in the contract. */
export type StoredRecord<S extends Shape> = { readonly [Key in Exclude<keyof S, Optional<S>>]: z.output<S[Key]> } & {
  readonly [Key in Optional<S>]?: NonNullable<z.output<S[Key]>>
}

type Kind<Value> = [Value] extends [readonly string[]]
  ? { readonly type: 'list'; readonly items: { readonly type: 'string' } }
  : [Value] extends [number]
    ? { readonly type: 'number' }
    : [Value] extends [boolean]
      ? { readonly type: 'boolean' }
      : string extends Value
        ? { readonly type: 'string' }
        : { readonly type: readonly Value[] }

type Attribute<Value, ReadOnly> = Kind<NonNullable<Value>> &
  (null extends Value ? unknown : { readonly required: true }) &
  (ReadOnly extends true ? { readonly readOnly: true } : unknown)

type Attributes<S extends Shape, ReadOnly> = {
  readonly [Key in keyof S]: Attribute<z.output<S[Key]>, Key extends ReadOnly ? true : false>
}

export const createEntityAttributeDefinitions = <S extends Shape, const ReadOnly extends keyof S & string = never>(
  shape: S,
  { readOnly = [] }: { readonly readOnly?: readonly ReadOnly[] } = {},
) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      {
        ...kindOf(schema),
        ...(!isNullable(schema) && { required: true }),
        ...((readOnly as readonly string[]).includes(key) && { readOnly: true }),
      },
    ]),
  ) as Attributes<S, ReadOnly>

interface Definition {
  readonly type: string
  readonly innerType?: Schema
  readonly in?: Schema
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly string[]
}

const definitionOf = (schema: Schema) => schema.def as unknown as Definition

const isNullable = (schema: Schema): boolean => {
  const { type, innerType } = definitionOf(schema)
  return type === 'nullable' || (innerType !== undefined && isNullable(innerType))
}

function kindOf(schema: Schema) {
  const { type, innerType, in: input, entries, values } = definitionOf(schema)
  const inner = innerType ?? input
  if (inner) return kindOf(inner)
  if (type === 'array') return { type: 'list', items: { type: 'string' } }
  return { type: entries ? Object.values(entries) : (values ?? type) }
}

export const toReply = <S extends Shape>(
  { shape }: { readonly shape: S },
  stored: StoredRecord<S>,
): { -readonly [Key in keyof S]: z.output<S[Key]> } =>
  Object.fromEntries(getObjectKeys(shape).map((key) => [key, stored[key as keyof StoredRecord<S>] ?? null])) as never

type Values<F extends RecordFields> = { [Key in keyof F]: F[Key]['value'] }

export const toStoredRecord = <F extends RecordFields>(fields: F, entered: EnteredRecord<F>) =>
  Object.fromEntries(
    getObjectKeys(fields).flatMap((key) => (entered[key] === null ? [] : [[key, entered[key]]])),
  ) as StoredRecord<Values<F>>

export const mergeEnteredFields = <F extends RecordFields, Item extends object>(
  fields: F,
  stored: Item,
  entered: EnteredRecord<F>,
) => ({
  ...(Object.fromEntries(Object.entries(stored).filter(([key]) => !(key in fields))) as Omit<Item, keyof F>),
  ...toStoredRecord(fields, entered),
})

type OptionalField<F extends RecordFields> = Optional<Values<F>> & string

export const getOptionalFieldKeys = <F extends RecordFields>(fields: F) =>
  getObjectKeys(fields).filter((key) => isNullable((fields[key] as F[typeof key]).value)) as OptionalField<F>[]

export const getEmptyFieldKeys = <F extends RecordFields>(fields: F, entered: EnteredRecord<F>) =>
  getOptionalFieldKeys(fields).filter((key) => entered[key] === null)

type OptionalKeyOf<Item> = { [Key in keyof Item]-?: object extends Pick<Item, Key> ? Key : never }[keyof Item]

export const findRemovedKeys = <Item extends object>(before: Item, after: Item) =>
  getObjectKeys(before).filter((key) => after[key] === undefined) as (OptionalKeyOf<Item> & string)[]

export const findChangedFieldKeys = <F extends RecordFields>(
  fields: F,
  stored: StoredRecord<Values<F>>,
  entered: EnteredRecord<F>,
) => getObjectKeys(fields).filter((key) => (stored[key as keyof StoredRecord<Values<F>>] ?? null) !== entered[key])

export const mergeOptionalFields = <F extends RecordFields>(
  fields: F,
  own: StoredRecord<Values<F>>,
  other: StoredRecord<Values<F>>,
) =>
  Object.fromEntries(
    getOptionalFieldKeys(fields).flatMap((key) => {
      const value = own[key] ?? other[key]
      return value === undefined ? [] : [[key, value]]
    }),
  ) as { [Key in OptionalField<F>]?: NonNullable<z.output<Values<F>[Key]>> }
