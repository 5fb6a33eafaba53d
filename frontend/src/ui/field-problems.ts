import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'

/** Shows at each field of a form what the server says of it, and leads to the first. */
export function showFieldProblems<Values extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return
  const values = getValues()
  const problems = Object.entries(error.problems).filter(([field]) => field in values)
  for (const [at, [field, [message]]] of problems.entries()) {
    if (message) setError(field as Path<Values>, { message }, { shouldFocus: at === 0 })
  }
}
