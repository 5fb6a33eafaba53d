import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Role } from '#contract/endpoint'
import type { UserAccount } from '#contract/users'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage, toSwitchErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointPagesQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { ApiError } from '../../api/api-error.ts'
import { showNotice } from '../../ui/show-notice.ts'

export const useUserList = (search: string) =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.users.list, { query: { ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })

function useInvalidateUsers() {
  const queries = useQueryClient()
  return () => invalidateEndpoints(queries, apiContract.users.list, apiContract.customers.counts)
}

/** Refetches the list also after a failure, which may have been partial. */
function useAfter(left: FreshMfaProofPrompt['isCancelled'], done: () => void) {
  const invalidate = useInvalidateUsers()
  return (said: string, failed: string) => ({
    onSuccess: () => {
      showNotice.success(said)
      done()
      return invalidate()
    },
    onError: (error: Error) => {
      if (left(error)) return undefined
      showNotice.failure(failed, toSwitchErrorMessage(error))
      return invalidate()
    },
  })
}

export function useUserMutations({ withProof, isCancelled }: FreshMfaProofPrompt, done: () => void = () => undefined) {
  const after = useAfter(isCancelled, done)
  return {
    changeRole: useMutation({
      mutationFn: ({ user: { id }, role }: { readonly user: UserAccount; readonly role: Role }) =>
        withProof(() => callApi(apiContract.users.changeRole, { params: { userId: id }, body: { role } })),
      ...after('Rol actualizado', 'Error al actualizar rol'),
    }),
    remove: useMutation({
      mutationFn: ({ id }: UserAccount) =>
        withProof(() => callApi(apiContract.users.remove, { params: { userId: id } })),
      ...after('Usuario eliminado', 'Error al eliminar usuario'),
    }),
    resend: useMutation({
      mutationFn: ({ id }: UserAccount) => callApi(apiContract.users.resend, { params: { userId: id } }),
      ...after('Email enviado', 'Error al reenviar email'),
      onError: (error: Error) => {
        const unknown = error instanceof ApiError && error.code === 'not-found'
        if (unknown) return showNotice.failure('No se pudo obtener el email del usuario')
        return showNotice.failure('Error al reenviar email', toErrorMessage(error))
      },
    }),
  }
}

export function useInviteUser({ withProof, isCancelled }: FreshMfaProofPrompt, done: () => void) {
  const invalidate = useInvalidateUsers()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { readonly email: string; readonly role: Role; readonly handOver?: boolean }) =>
      withProof(() => callApi(apiContract.users.invite, { body })),
    onSuccess: () => {
      showNotice.success('Invitación enviada')
      done()
      return invalidate()
    },
    onError: invalidate,
  })
  return { invite: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}
