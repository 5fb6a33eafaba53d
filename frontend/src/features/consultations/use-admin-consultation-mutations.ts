import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

/** The practice may book at short notice, but not in the past. */
export const pastTimeText = 'Esa hora ya ha pasado. Elige otra.'

export function useInvalidateConsultations() {
  const queries = useQueryClient()
  return () => invalidateQueriesByPath(queries, '/consultations', '/pathway', '/budgets')
}

export const toConsultationPathParams = ({
  customerId,
  consultationId,
}: Pick<Consultation, 'customerId' | 'consultationId'>) => ({
  customerId,
  consultationId,
})

export function useOutcomeMutation(consultation: Consultation, done: () => void) {
  const invalidate = useInvalidateConsultations()
  const onError = (error: Error) => {
    showNotice.failure('No se pudo actualizar la consulta', toErrorMessage(error))
    void invalidate()
  }
  const params = toConsultationPathParams(consultation)
  const undoing = useMutation({
    ...endpointMutationOptions(apiContract.consultations.setStatus),
    onSuccess: () => {
      showNotice.success('Deshecho: la consulta vuelve a estar sin cerrar')
      return invalidate()
    },
    onError,
  })
  const recording = useMutation({
    ...endpointMutationOptions(apiContract.consultations.setStatus),
    onSuccess: ({ version, status }) => {
      const body = { status: consultation.status, undoes: true, version }
      if (status === 'cancelled') showNotice.success('Consulta actualizada')
      else showNotice.undoable('Consulta actualizada', () => undoing.mutate({ params, body }))
      done()
      return invalidate()
    },
    onError,
  })
  const record = (status: 'completed' | 'no_show' | 'cancelled') =>
    recording.mutate({ params, body: { status, version: consultation.version } })
  return { record, isPending: recording.isPending }
}

export function useAdminConsultationMutations(done: () => void) {
  const invalidate = useInvalidateConsultations()
  const after = (said: string, failed: string) => ({
    onSuccess: () => {
      showNotice.success(said)
      done()
      return invalidate()
    },
    onError: (error: Error) => {
      showNotice.failure(failed, toErrorMessage(error))
      // A refusal because of a concurrent change: shows the current state. Not awaited, because it may take longer.
      void invalidate()
    },
  })
  const failed = 'No se pudo actualizar la consulta'
  return {
    setStatus: useMutation({
      ...endpointMutationOptions(apiContract.consultations.setStatus),
      ...after('Consulta actualizada', failed),
    }),
    remove: useMutation({
      ...endpointMutationOptions(apiContract.consultations.remove),
      ...after('Consulta eliminada', 'No se pudo eliminar la consulta'),
    }),
  }
}
