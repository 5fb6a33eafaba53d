import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { isEditConflictError } from '../../api/api-error.ts'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { showNotice } from '../../ui/show-notice.ts'

export function usePackOrder() {
  const queries = useQueryClient()
  return useMutation({
    ...endpointMutationOptions(apiContract.ownSupplements.setPackOrdered),
    onError: (error) =>
      showNotice.failure(
        'Error',
        isEditConflictError(error)
          ? 'Tu pauta ha cambiado mientras tanto. Ya la ves como está ahora.'
          : toErrorMessage(error),
      ),
    onSettled: () => invalidateEndpoints(queries, apiContract.ownSupplements.listMine),
  })
}
