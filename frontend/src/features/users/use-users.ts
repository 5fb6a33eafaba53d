import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Role } from '#contract/endpoint'
import type { User } from '#contract/users'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { readPages } from '../../api/query.ts'
import { ApiError } from '../../api/api-error.ts'
import { notify } from '../../ui/notify.ts'

const listed = [api.users.list.method, api.users.list.path]

/** Keeps the previous results until the new ones arrive. */
export const useUsers = (search: string) =>
  useInfiniteQuery({
    ...readPages(api.users.list, { query: { ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })

function useFreshUsers() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: listed }),
      queries.invalidateQueries({ queryKey: [api.customers.counts.method, api.customers.counts.path] }),
    ])
}

/** Reloads the list also after a failure, which may have been partial. */
function useAfter(left: Proof['isCancelled'], done: () => void) {
  const look = useFreshUsers()
  return (said: string, failed: string) => ({
    onSuccess: () => {
      notify.success(said)
      done()
      return look()
    },
    onError: (error: Error) => {
      if (left(error)) return undefined
      notify.failure(failed, errorText(error))
      return look()
    },
  })
}

export function useUserChanges({ withProof, isCancelled }: Proof, done: () => void = () => undefined) {
  const after = useAfter(isCancelled, done)
  return {
    changeRole: useMutation({
      mutationFn: ({ user: { id }, role }: { readonly user: User; readonly role: Role }) =>
        withProof(() => call(api.users.changeRole, { params: { userId: id }, body: { role } })),
      ...after('Rol actualizado', 'Error al actualizar rol'),
    }),
    remove: useMutation({
      mutationFn: ({ id }: User) => withProof(() => call(api.users.remove, { params: { userId: id } })),
      ...after('Usuario eliminado', 'Error al eliminar usuario'),
    }),
    resend: useMutation({
      mutationFn: ({ id }: User) => call(api.users.resend, { params: { userId: id } }),
      ...after('Email enviado', 'Error al reenviar email'),
      onError: (error: Error) => {
        const unknown = error instanceof ApiError && error.code === 'not-found'
        if (unknown) return notify.failure('No se pudo obtener el email del usuario')
        return notify.failure('Error al reenviar email', errorText(error))
      },
    }),
  }
}

export function useInvitation({ withProof, isCancelled }: Proof, done: () => void) {
  const look = useFreshUsers()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { readonly email: string; readonly role: Role; readonly handOver?: boolean }) =>
      withProof(() => call(api.users.invite, { body })),
    onSuccess: () => {
      notify.success('Invitación enviada')
      done()
      return look()
    },
    onError: look,
  })
  return { invite: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}
