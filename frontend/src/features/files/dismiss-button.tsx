import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'

interface FileDismissButtonProps {
  readonly params: { readonly customerId: string; readonly fileId: string }
  readonly fileName: string
  readonly variant?: 'secondary' | 'plain'
}

/** Needs no confirmation: a rejected file consists of its notice only. */
export function FileDismissButton({ params, fileName, variant = 'secondary' }: FileDismissButtonProps) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.files.remove),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
    onSettled: () => invalidateEndpoints(queries, apiContract.files.listOfCustomer, apiContract.files.listRejected),
  })
  return (
    <Button
      variant={variant}
      size="small"
      busy={isPending}
      busyText="Descartando..."
      aria-label={`Descartar ${fileName}`}
      onClick={() => mutate({ params })}
    >
      Descartar
    </Button>
  )
}
