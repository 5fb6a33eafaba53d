import { type RecordFields, getObjectKeys } from '#contract/record-fields'

export const toFormTextValues = <F extends RecordFields>(
  fields: F,
  record?: Readonly<Partial<Record<keyof F, unknown>>>,
) =>
  Object.fromEntries(getObjectKeys(fields).map((field) => [field, record?.[field] ?? ''])) as Record<
    keyof F & string,
    string
  >
