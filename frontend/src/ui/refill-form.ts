import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { computeFormChanges } from './form-draft-store.ts'
import type { FormDraft } from './form-draft.ts'

interface FilledForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values, unknown, unknown>
  readonly draft: FormDraft
}

/**
 * Fills the form with what is stored now. Fields that were changed since it had the values of `since`, as while these
 * were being saved, keep what stands in them.
 * @returns whether there are such fields
 */
export function refillForm<Values extends FieldValues>(
  { form, draft }: FilledForm<Values>,
  stored: Values,
  since: Values,
): boolean {
  const changes = computeFormChanges(since, structuredClone(form.getValues()), [])
  form.reset(stored)
  draft.saved()
  for (const [field, value] of Object.entries(changes?.values ?? {}))
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
  return changes !== null
}
