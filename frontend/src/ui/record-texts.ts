import { type Fields, keysOf } from '#contract/record'

/** The texts of a record as a form has them: empty where there is none. */
export const textsIn = <F extends Fields>(fields: F, record?: Readonly<Partial<Record<keyof F, unknown>>>) =>
  Object.fromEntries(keysOf(fields).map((field) => [field, record?.[field] ?? ''])) as Record<keyof F & string, string>
