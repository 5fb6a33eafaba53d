import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { auditText } from '#contract/audit-words'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { formatMoment } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import './timeline.css'

export function Timeline({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.customers.timeline, { params: { customerId }, query: {} }))
  return (
    <Card id="timeline-title" title="Cronología">
      <PagedList list={list} loading="Cargando cronología..." empty="Todavía no ha pasado nada." problem={errorText}>
        {(entries) => (
          <ol className="timeline">
            {entries.map(({ auditId, at, action, by }) => (
              <li key={auditId}>
                <time dateTime={at}>{formatMoment(at)}</time>
                <span>{auditText[action]}</span>
                <span className="timeline-by">{by ?? 'Sistema'}</span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}
