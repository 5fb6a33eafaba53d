import { type RecordFields, getObjectKeys } from '#contract/record-fields'

/** The texts of a record as a form has them: empty where there is none. */
export const toFormTextValues = <F extends RecordFields>(
  fields: F,
  record?: Readonly<Partial<Record<keyof F, unknown>>>,
) =>
  Object.fromEntries(getObjectKeys(fields).map((field) => [field, record?.[field] ?? ''])) as Record<
    keyof F & string,
    string
  >
