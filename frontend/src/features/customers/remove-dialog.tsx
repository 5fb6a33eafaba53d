import type { CustomerRow } from '#contract/customer'
import { RESTORABLE_DAYS } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useRemoval } from './use-customers.ts'

interface RemoveDialogProps {
  readonly customer: CustomerRow
  readonly proof: Proof
  readonly close: () => void
}

export function RemoveDialog({ customer, proof, close }: RemoveDialogProps) {
  const { customerId, name } = customer
  const { remove, isPending, error } = useRemoval(proof, close)
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
        {name} dejará de aparecer en las listas y no podrá entrar en su panel. Durante {RESTORABLE_DAYS} días podrás
        recuperarlo, con todos sus datos, en «Clientes eliminados».
      </p>
      {error && <NoticeBox kind="problem">{errorText(error)}</NoticeBox>}
    </ConfirmDialog>
  )
}
