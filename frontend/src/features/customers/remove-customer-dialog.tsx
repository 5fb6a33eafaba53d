import type { CustomerListRow } from '#contract/customer'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useRemoveCustomer } from './use-customers.ts'

interface RemoveDialogProps {
  readonly customer: CustomerListRow
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

export function RemoveCustomerDialog({ customer, proof, close }: RemoveDialogProps) {
  const { customerId, name } = customer
  const { remove, isPending, error } = useRemoveCustomer(proof, close)
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar este cliente?"
      action="Eliminar"
      busy={isPending}
      busyText="Eliminando..."
      confirm={() => remove({ customerId })}
      cancel={close}
    >
      <p>
        {name} dejará de aparecer en las listas y no podrá entrar en su panel. Durante {CUSTOMER_RESTORE_DAYS} días
        podrás recuperarlo, con todos sus datos, en «Clientes eliminados».
      </p>
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
    </ConfirmDialog>
  )
}
