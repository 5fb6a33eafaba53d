import * as z from 'zod/mini'
import type { Line } from './text.ts'

/** A field of a record that people fill in. Everything that is kept, sent or shown of it is derived from this. */
interface Field {
  /** What people call it: on forms, in files and in the audit log. */
  readonly label: string
  /** As the table and the replies hold it; nullable where it may be missing. */
  readonly value: z.ZodMiniType
  /** As it may be entered. */
  readonly entered: z.ZodMiniType
  /** A text that may be left out, which forms, lists and erasures treat as all of its kind. */
  readonly isText?: true
}

/** The fields of a record, in the order in which its files have them. */
export type Fields = Readonly<Record<string, Field>>

/** What was entered, whole. */
export type Entered<F extends Fields> = { readonly [Key in keyof F]: z.output<F[Key]['entered']> }

type PartOf<F extends Fields, Part extends 'label' | 'value' | 'entered'> = { readonly [Key in keyof F]: F[Key][Part] }

const partOf = <F extends Fields, const Part extends 'label' | 'value' | 'entered'>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[part]])) as PartOf<F, Part>

export const valuesOf = <F extends Fields>(fields: F) => partOf(fields, 'value')
export const enteredOf = <F extends Fields>(fields: F) => partOf(fields, 'entered')
export const labelsOf = <F extends Fields>(fields: F): Readonly<Record<keyof F, string>> => partOf(fields, 'label')

/** The keys of an object that is written out as a literal. */
export const keysOf = <Whole extends object>(whole: Whole) => Object.keys(whole) as (keyof Whole & string)[]

type TextOf<F extends Fields> = { [Key in keyof F]: F[Key] extends { readonly isText: true } ? Key : never }[keyof F]

/** Those fields that are texts and may be left out. */
export const textsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { isText }]) => isText)) as Pick<F, TextOf<F>>

/**
 * A text that may be left out. What nobody filled in is null, never an empty text. A reply of an API that is older than
 * the field has none.
 */
export const optionalText = (label: string, text: typeof Line) => ({
  label,
  isText: true as const,
  value: z._default(z.nullable(z.string()), null),
  entered: z.pipe(
    z._default(z.nullable(text), null),
    z.transform((entered) => entered || null),
  ),
})
