import { type CustomerRow, RESTORABLE_DAYS } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useRemoval } from './use-customers.ts'

export function RemoveDialog({ customer, close }: { readonly customer: CustomerRow; readonly close: () => void }) {
  const { customerId, name } = customer
  const { mutate, isPending, error } = useRemoval(close)
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar este cliente?"
      action="Eliminar"
      busy={isPending}
      busyText="Eliminando..."
      confirm={() => mutate({ params: { customerId } })}
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
