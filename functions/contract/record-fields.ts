import * as z from 'zod/mini'
import type { SingleLineText } from './text-schemas.ts'

/** Storage, replies, forms and labels of a field are all derived from this. */
interface Field {
  readonly label: string
  readonly value: z.ZodMiniType
  readonly entered: z.ZodMiniType
  /** Optional text, which forms, lists and erasures treat as a group. */
  readonly isText?: true
}

/** In the order of the columns of exported files. */
export type RecordFields = Readonly<Record<string, Field>>

export type EnteredRecord<F extends RecordFields> = { readonly [Key in keyof F]: z.output<F[Key]['entered']> }

type PartOf<F extends RecordFields, Part extends 'label' | 'value' | 'entered'> = {
  readonly [Key in keyof F]: F[Key][Part]
}

const partOf = <F extends RecordFields, const Part extends 'label' | 'value' | 'entered'>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[part]])) as PartOf<F, Part>

export const getFieldValueSchemas = <F extends RecordFields>(fields: F) => partOf(fields, 'value')
export const getFieldInputSchemas = <F extends RecordFields>(fields: F) => partOf(fields, 'entered')
export const getFieldLabels = <F extends RecordFields>(fields: F): Readonly<Record<keyof F, string>> =>
  partOf(fields, 'label')

export const getObjectKeys = <Whole extends object>(whole: Whole) => Object.keys(whole) as (keyof Whole & string)[]

type TextOf<F extends RecordFields> = {
  [Key in keyof F]: F[Key] extends { readonly isText: true } ? Key : never
}[keyof F]

export const pickTextFields = <F extends RecordFields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { isText }]) => isText)) as Pick<F, TextOf<F>>

/** Empty text becomes null, which is not stored. The default covers replies from an API version without the field. */
export const createOptionalTextField = (label: string, text: typeof SingleLineText) => ({
  label,
  isText: true as const,
  value: z._default(z.nullable(z.string()), null),
  entered: z.pipe(
    z._default(z.nullable(text), null),
    z.transform((entered) => entered || null),
  ),
})
