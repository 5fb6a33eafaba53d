import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { consultationTypeLabels } from '#contract/status-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { NotesText } from './session-notes-editor.tsx'
import type { SessionNotesKey } from './use-session-notes.ts'

interface EarlierProps extends Pick<SessionNotesKey, 'customerId'> {
  readonly before: string
}

export function EarlierNotes({ customerId, before }: EarlierProps) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.consultations.listNotesOfCustomer, { params: { customerId }, query: {} }),
  )
  return (
    <PagedList
      list={list}
      loading="Cargando notas anteriores..."
      empty="Todavía no hay notas de consultas anteriores."
      problem={toErrorMessage}
    >
      {(all) => {
        const others = all.filter((each) => each.startsAt < before)
        if (others.length === 0) return <p>Todavía no hay notas de consultas anteriores.</p>
        return others.map((each, index) => (
          <details key={each.consultationId} className="foldable notes-earlier" open={index === 0}>
            <summary>
              {formatInstantAsShortDay(each.startsAt)} · {consultationTypeLabels[each.type]}
            </summary>
            <NotesText notes={each} />
          </details>
        ))
      }}
    </PagedList>
  )
}
