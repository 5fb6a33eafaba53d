import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { isConflict, ApiError } from '../../api/api-error.ts'
import { notify } from '../../ui/notify.ts'

/** Prefers the server's message about a field. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (isConflict(error)) {
    return 'Otra persona ha cambiado este suplemento mientras tanto. Ya lo ves como está ahora: vuelve a intentarlo.'
  }
  return Object.values(error.problems)[0]?.[0] ?? errorText(error)
}

export function useProtocol(done: () => void = () => undefined) {
  const queries = useQueryClient()
  const look = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('/supplements') })
  const after = (said: string, failed: string) => ({
    onSuccess: () => {
      notify.success(said)
      done()
      return look()
    },
    onError: (error: Error) => {
      notify.failure(failed, reasonOf(error))
      return look()
    },
  })
  const reopen = useMutation({ ...write(api.supplements.reopen), ...after('Vuelve a estar como antes', 'Error') })
  return {
    add: useMutation({ ...write(api.supplements.add), ...after('¡Pauta añadida!', 'Error al crear el suplemento') }),
    addByMoment: useMutation({
      ...write(api.supplements.addByMoment),
      ...after('¡Pauta añadida!', 'Error al crear el suplemento'),
    }),
    edit: useMutation({ ...write(api.supplements.edit), ...after('Actualizado', 'Error') }),
    finish: useMutation({
      ...write(api.supplements.finish),
      ...after('Finalizado', 'Error'),
      onSuccess: ({ version, canReopen }, { params }) => {
        if (canReopen) notify.undoable('Finalizado', () => reopen.mutate({ params, body: { version } }))
        else notify.success('Finalizado')
        return look()
      },
    }),
    reopen,
    remove: useMutation({ ...write(api.supplements.remove), ...after('Eliminado', 'Error') }),
    saveTemplate: useMutation({ ...write(api.supplements.saveTemplate), ...after('Plantilla guardada', 'Error') }),
  }
}
