import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { computeFormChanges } from './form-draft-store.ts'
import type { FormDraft } from './form-draft.ts'

interface FilledForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values, unknown, unknown>
  readonly draft: FormDraft
}

/**
 * Updates the form with the stored values. Fields that the user has changed since `since`, for example while saving,
 * keep their values.
 *
 * @param units Fields that are kept or updated together, such as a day and its hour
 * @returns whether the form has such changed fields
 */
export function resetUnchangedFields<Values extends FieldValues>(
  { form, draft }: FilledForm<Values>,
  stored: Values,
  since: Values,
  units: readonly (readonly (keyof Values & string)[])[] = [],
): boolean {
  const mine = structuredClone(form.getValues())
  const changes = computeFormChanges(since, mine, [])
  const changed = Object.keys(changes?.values ?? {})
  const kept = [...changed, ...units.filter((unit) => unit.some((field) => changed.includes(field))).flat()]
  form.reset(stored)
  draft.saved()
  for (const [field, value] of Object.entries(mine).filter(([each]) => kept.includes(each)))
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
  return changes !== null
}
