import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { ApiError } from '../../api/api-error.ts'
import { notify } from '../../ui/notify.ts'

/** Prefers the server's message about a field. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too-soon') return 'Esa hora ya ha pasado. Elige otra.'
  return (error instanceof ApiError && Object.values(error.problems)[0]?.[0]) || errorText(error)
}

export function useInvalidateConsultations() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('/consultations') })
}

export const keyOf = ({ customerId, consultationId }: Pick<Consultation, 'customerId' | 'consultationId'>) => ({
  customerId,
  consultationId,
})

export function useAdminChanges(done: () => void) {
  const invalidate = useInvalidateConsultations()
  const after = (said: string, failed: string) => ({
    onSuccess: () => {
      notify.success(said)
      done()
      return invalidate()
    },
    onError: (error: Error) => {
      notify.failure(failed, reasonOf(error))
      // Whatever was refused because it is not as it was is shown as it is.
      return invalidate()
    },
  })
  const failed = 'No se pudo actualizar la consulta'
  return {
    setStatus: useMutation({ ...write(api.consultations.setStatus), ...after('Consulta actualizada', failed) }),
    remove: useMutation({
      ...write(api.consultations.remove),
      ...after('Consulta eliminada', 'No se pudo eliminar la consulta'),
    }),
  }
}
