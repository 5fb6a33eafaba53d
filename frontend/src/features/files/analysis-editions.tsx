import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { formatCalendarDay, formatDayAndTime, formatInteger } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { AnalysisContent } from './analysis-content.tsx'

interface EditionsProps {
  readonly of: { readonly customerId: string; readonly analysisId: string }
  readonly close: () => void
}

export function AnalysisEditions({ of: params, close }: EditionsProps) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.files.listAnalysisEditions, { params, query: {} }),
  )
  return (
    <Dialog title="Lo que ha leído el cliente" close={close} wide>
      <PagedList list={list} loading="Cargando versiones..." empty="Todavía no hay ninguna." problem={toErrorMessage}>
        {(editions) => (
          <ol className="analyses" reversed>
            {editions.map((each) => (
              <li key={each.edition}>
                <h3>
                  Versión {formatInteger(each.edition)}, {formatDayAndTime(each.publishedAt)}
                  {each.publishedBy && `, ${each.publishedBy}`}
                </h3>
                <p>
                  Muestra del {formatCalendarDay(each.sampledOn)}. {each.laboratory}, {each.method}
                </p>
                <AnalysisContent analysis={each} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
      <DialogCloseAction close={close} />
    </Dialog>
  )
}
