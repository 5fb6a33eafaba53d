import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'

type Withdrawal = EndpointReply<typeof apiContract.withdrawals.list>['items'][number]

const columns: readonly TableColumn<Withdrawal>[] = [
  { title: 'Recibido', cell: ({ requestedAt }) => formatInstantAsShortDay(requestedAt), whole: true },
  { title: 'Nombre', cell: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Contrato', cell: ({ contract }) => contract ?? '-' },
  { title: 'Comentario', cell: ({ comment }) => comment ?? '-' },
  { title: 'Referencia', cell: ({ withdrawalId }) => <span className="withdrawal-reference">{withdrawalId}</span> },
]

export function ContractWithdrawalList() {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.withdrawals.list, { query: {} }))
  // Nearly always empty, and then hidden.
  if (!list.error && !list.data?.pages.some(({ items }) => items.length > 0)) return null
  return (
    <Card id="withdrawals-title" title="Desistimientos">
      <p>
        Nadie ha comprobado que quien escribe sea el dueño de la dirección: devuelve el dinero solo por el mismo medio
        de pago.
      </p>
      <PagedList
        list={list}
        loading="Cargando desistimientos..."
        empty="No hay desistimientos"
        problem={(reason) => `No se pudieron cargar los desistimientos. ${toErrorMessage(reason)}`}
      >
        {(withdrawals) => (
          <ResponsiveTable
            caption="Desistimientos"
            columns={columns}
            rows={withdrawals}
            keyOf={({ withdrawalId }) => withdrawalId}
          />
        )}
      </PagedList>
    </Card>
  )
}
