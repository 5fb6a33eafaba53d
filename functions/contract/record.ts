import * as z from 'zod/mini'
import type { Line } from './text.ts'

/** A field of a record. Storage, replies, forms and labels are all derived from it. */
interface Field {
  readonly label: string
  /** Stored and returned value; nullable when it may be missing. */
  readonly value: z.ZodMiniType
  readonly entered: z.ZodMiniType
  /** Optional text, which forms, lists and erasures treat as a group. */
  readonly isText?: true
}

/** In the order of the columns of exported files. */
export type Fields = Readonly<Record<string, Field>>

export type Entered<F extends Fields> = { readonly [Key in keyof F]: z.output<F[Key]['entered']> }

type PartOf<F extends Fields, Part extends 'label' | 'value' | 'entered'> = { readonly [Key in keyof F]: F[Key][Part] }

const partOf = <F extends Fields, const Part extends 'label' | 'value' | 'entered'>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[part]])) as PartOf<F, Part>

export const valuesOf = <F extends Fields>(fields: F) => partOf(fields, 'value')
export const enteredOf = <F extends Fields>(fields: F) => partOf(fields, 'entered')
export const labelsOf = <F extends Fields>(fields: F): Readonly<Record<keyof F, string>> => partOf(fields, 'label')

export const keysOf = <Whole extends object>(whole: Whole) => Object.keys(whole) as (keyof Whole & string)[]

type TextOf<F extends Fields> = { [Key in keyof F]: F[Key] extends { readonly isText: true } ? Key : never }[keyof F]

export const textsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { isText }]) => isText)) as Pick<F, TextOf<F>>

/** An empty text is stored as null. The default covers replies from an API version that does not have the field yet. */
export const optionalText = (label: string, text: typeof Line) => ({
  label,
  isText: true as const,
  value: z._default(z.nullable(z.string()), null),
  entered: z.pipe(
    z._default(z.nullable(text), null),
    z.transform((entered) => entered || null),
  ),
})
