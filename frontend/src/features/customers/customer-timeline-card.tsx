import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { auditActionLabels } from '#contract/audit-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { formatDayAndTime } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import './timeline.css'

export function CustomerTimelineCard({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.customers.timeline, { params: { customerId }, query: {} }),
  )
  return (
    <Card id="timeline-title" title="Cronología">
      <PagedList
        list={list}
        loading="Cargando cronología..."
        empty="Todavía no ha pasado nada."
        problem={toErrorMessage}
      >
        {(entries) => (
          <ol className="timeline">
            {entries.map(({ auditId, at, action, by }) => (
              <li key={auditId}>
                <time dateTime={at}>{formatDayAndTime(at)}</time>
                <span>{auditActionLabels[action]}</span>
                <span className="timeline-by">{by ?? 'Sistema'}</span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}
