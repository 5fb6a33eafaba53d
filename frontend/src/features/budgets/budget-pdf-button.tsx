import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'

const { budgetDocument } = apiContract.budgets
const { budgetDocumentOfCustomer } = apiContract.customerBudgets

interface PdfButtonProps {
  readonly budgetId: string
  readonly customerId?: string
}

export function BudgetPdfButton({ budgetId, customerId }: PdfButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      customerId === undefined
        ? callApi(budgetDocument, { params: { budgetId } })
        : callApi(budgetDocumentOfCustomer, { params: { customerId, budgetId } }),
    onSuccess: ({ fileName, pdfBase64 }) =>
      browserWindowActions.download(
        fileName,
        Uint8Array.from(atob(pdfBase64), (character) => character.charCodeAt(0)),
      ),
    onError: (error) => showNotice.failure('No se ha podido descargar', toErrorMessage(error)),
  })
  return (
    <Button variant="plain" size="small" busy={isPending} busyText="Preparando el PDF..." onClick={() => mutate()}>
      Descargar en PDF
    </Button>
  )
}
