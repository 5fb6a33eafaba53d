import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { isEditConflictError } from '../../api/api-error.ts'
import { showNotice } from '../../ui/show-notice.ts'

export function toSupplementErrorMessage(error: unknown): string {
  if (isEditConflictError(error)) {
    return 'Otra persona ha cambiado este suplemento mientras tanto. Ya lo ves como está ahora: vuelve a intentarlo.'
  }
  return toErrorMessage(error)
}

export const toAddedSupplementErrorMessage = (error: unknown): string =>
  isEditConflictError(error)
    ? 'Lo que enviaste antes sí se añadió y ya está en la pauta. Si querías corregirlo, edítalo allí; si es otra toma, vuelve a pulsar.'
    : toErrorMessage(error)

export function useSupplementMutations(done: () => void = () => undefined) {
  const queries = useQueryClient()
  const invalidate = () => invalidateQueriesByPath(queries, '/supplements', '/pathway')
  const after = (said: string, failed: string, toMessage = toSupplementErrorMessage) => ({
    onSuccess: () => {
      showNotice.success(said)
      done()
      return invalidate()
    },
    onError: (error: Error) => {
      showNotice.failure(failed, toMessage(error))
      return invalidate()
    },
  })
  const reopen = useMutation({
    ...endpointMutationOptions(apiContract.supplements.reopen),
    ...after('Vuelve a estar como antes', 'Error'),
  })
  return {
    add: useMutation({
      ...endpointMutationOptions(apiContract.supplements.add),
      ...after('¡Pauta añadida!', 'Error al crear el suplemento', toAddedSupplementErrorMessage),
    }),
    addByMoment: useMutation({
      ...endpointMutationOptions(apiContract.supplements.addByMoment),
      ...after('¡Pauta añadida!', 'Error al crear el suplemento', toAddedSupplementErrorMessage),
    }),
    edit: useMutation({ ...endpointMutationOptions(apiContract.supplements.edit), ...after('Actualizado', 'Error') }),
    finish: useMutation({
      ...endpointMutationOptions(apiContract.supplements.finish),
      ...after('Finalizado', 'Error'),
      onSuccess: ({ version, canReopen }, { params }) => {
        if (canReopen) showNotice.undoable('Finalizado', () => reopen.mutate({ params, body: { version } }))
        else showNotice.success('Finalizado')
        return invalidate()
      },
    }),
    reopen,
    remove: useMutation({ ...endpointMutationOptions(apiContract.supplements.remove), ...after('Eliminado', 'Error') }),
    saveTemplate: useMutation({
      ...endpointMutationOptions(apiContract.supplements.saveTemplate),
      ...after('Plantilla guardada', 'Error'),
    }),
  }
}
