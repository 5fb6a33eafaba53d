import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Reply } from '#contract/endpoint'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { formatShortDay } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'

type Withdrawal = Reply<typeof api.withdrawals.list>['items'][number]

const columns: readonly Column<Withdrawal>[] = [
  { title: 'Recibido', cell: ({ requestedAt }) => formatShortDay(requestedAt) },
  { title: 'Nombre', cell: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Contrato', cell: ({ contract }) => contract ?? '-' },
  { title: 'Comentario', cell: ({ comment }) => comment ?? '-' },
  { title: 'Referencia', cell: ({ withdrawalId }) => <span className="withdrawal-reference">{withdrawalId}</span> },
]

export function WithdrawalList() {
  const list = useInfiniteQuery(readPages(api.withdrawals.list, { query: {} }))
  // Nearly always there is none, and then there is nothing to say.
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
        problem={(reason) => `No se pudieron cargar los desistimientos. ${errorText(reason)}`}
      >
        {(withdrawals) => (
          <RecordTable
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
