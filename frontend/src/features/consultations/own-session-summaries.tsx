import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { consultationTypeLabels } from '#contract/status-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardLoadError } from '../../ui/panel.tsx'
import { formatWeekdayDate } from '../../ui/wall-time.ts'
import './own-session-summaries.css'

export function OwnSessionSummaries() {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.ownConsultations.listSummariesOfMine, { query: {} }),
  )
  const summaries = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (list.data ? summaries.length === 0 : !list.error) return null
  return (
    <Card id="summaries-title" title="Resumen de tus consultas">
      {!list.data && <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />}
      <ul className="own-summaries">
        {summaries.map(({ consultationId, startsAt, type, text }) => (
          <li key={consultationId}>
            <h3>
              {consultationTypeLabels[type]}, {formatWeekdayDate(startsAt)}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </Card>
  )
}
