import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'

/**
 * Shows at each field of a form what the server says of it, and focuses the first. `fieldNames` maps fields of the request
 * to those of the form where they differ, e.g. `{ startsAt: 'time' }`.
 */
export function showFieldProblems<Values extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  fieldNames: Readonly<Record<string, Path<Values>>> = {},
): void {
  if (!(error instanceof ApiError)) return
  const values = getValues()
  const problems = Object.entries(error.problems)
    .map(([field, texts]) => [fieldNames[field] ?? field, texts] as const)
    .filter(([field]) => field in values)
  for (const [at, [field, [message]]] of problems.entries()) {
    if (message) setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 })
  }
}

/** Whether a field of the form shows what the server says of it. */
export const hasFieldProblems = ({ errors }: { readonly errors: FieldErrors }): boolean =>
  Object.values(errors).some((error) => error?.type === 'server')
