import type * as z from 'zod/mini'
import { type Entered, type Fields, keysOf } from '#contract/record'

type Schema = z.ZodMiniType
type Shape = Readonly<Record<string, Schema>>
type Optional<S extends Shape> = { [Key in keyof S]: null extends z.output<S[Key]> ? Key : never }[keyof S]

/** Null values are not stored: a missing attribute is null in the contract. */
export type Stored<S extends Shape> = { readonly [Key in Exclude<keyof S, Optional<S>>]: z.output<S[Key]> } & {
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

export const attributesOf = <S extends Shape, const ReadOnly extends keyof S & string = never>(
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
  stored: Stored<S>,
): { -readonly [Key in keyof S]: z.output<S[Key]> } =>
  Object.fromEntries(keysOf(shape).map((key) => [key, stored[key as keyof Stored<S>] ?? null])) as never

type Values<F extends Fields> = { [Key in keyof F]: F[Key]['value'] }

export const toStored = <F extends Fields>(fields: F, entered: Entered<F>) =>
  Object.fromEntries(keysOf(fields).flatMap((key) => (entered[key] === null ? [] : [[key, entered[key]]]))) as Stored<
    Values<F>
  >

export const withEntered = <F extends Fields, Item extends object>(fields: F, stored: Item, entered: Entered<F>) => ({
  ...(Object.fromEntries(Object.entries(stored).filter(([key]) => !(key in fields))) as Omit<Item, keyof F>),
  ...toStored(fields, entered),
})

type OptionalField<F extends Fields> = Optional<Values<F>> & string

export const optionalKeys = <F extends Fields>(fields: F) =>
  keysOf(fields).filter((key) => isNullable((fields[key] as F[typeof key]).value)) as OptionalField<F>[]

export const emptyKeys = <F extends Fields>(fields: F, entered: Entered<F>) =>
  optionalKeys(fields).filter((key) => entered[key] === null)

type OptionalKeyOf<Item> = { [Key in keyof Item]-?: object extends Pick<Item, Key> ? Key : never }[keyof Item]

export const removedKeys = <Item extends object>(before: Item, after: Item) =>
  keysOf(before).filter((key) => after[key] === undefined) as (OptionalKeyOf<Item> & string)[]

export const changedKeys = <F extends Fields>(fields: F, stored: Stored<Values<F>>, entered: Entered<F>) =>
  keysOf(fields).filter((key) => (stored[key as keyof Stored<Values<F>>] ?? null) !== entered[key])

export const mergeOptional = <F extends Fields>(fields: F, own: Stored<Values<F>>, other: Stored<Values<F>>) =>
  Object.fromEntries(
    optionalKeys(fields).flatMap((key) => {
      const value = own[key] ?? other[key]
      return value === undefined ? [] : [[key, value]]
    }),
  ) as { [Key in OptionalField<F>]?: NonNullable<z.output<Values<F>[Key]>> }
