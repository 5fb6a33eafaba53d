import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { useRestoreCustomer } from './use-customers.ts'

export const RemovedCustomersDialog = ({ close }: { readonly close: () => void }) => (
  <Dialog title="Clientes eliminados" close={close} wide>
    <Removed />
    <DialogCloseAction close={close} />
  </Dialog>
)

function Removed() {
  const list = useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.customers.listRemoved, { query: {} }),
    staleTime: 0,
  })
  const { mutate: restore, isPending, variables } = useRestoreCustomer()
  if (list.isPending) return <CardLoading text="Cargando clientes..." />
  if (!list.data) return <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />
  const removed = list.data.pages.flatMap(({ items }) => items)
  if (removed.length === 0) {
    return (
      <CardEmpty>
        <p>No hay clientes eliminados en los últimos {CUSTOMER_RESTORE_DAYS} días.</p>
      </CardEmpty>
    )
  }
  return (
    <>
      <ul className="customer-lines">
        {removed.map(({ customerId, name, email, restorableUntil }) => (
          <li key={customerId}>
            <div>
              <p>
                <strong>{name}</strong> · {email}
              </p>
              <p className="field-hint">Se puede recuperar hasta el {formatInstantAsDay(restorableUntil)}</p>
            </div>
            <Button
              variant="secondary"
              size="small"
              busy={isPending && variables.params.customerId === customerId}
              busyText="Recuperando..."
              onClick={() => restore({ params: { customerId } })}
            >
              Recuperar<span className="visually-hidden"> a {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </>
  )
}
