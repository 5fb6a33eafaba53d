import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OwnAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatCalendarDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './own-analyses.css'

const OwnAnalysisView = lazy(async () => ({ default: (await import('./own-analysis.tsx')).OwnAnalysisView }))

const PARAMETER = 'analysis'

const ownAnalyses = endpointPagesQueryOptions(apiContract.files.listAnalysesOfMine, { query: { limit: 100 } })

export function OwnAnalyses({ children }: { readonly children: (hasAnalyses: boolean) => ReactNode }) {
  const list = useInfiniteQuery(ownAnalyses)
  const [address] = useSearchParams()
  const analyses = list.data?.pages
    .flatMap(({ items }) => items)
    .toSorted((a, b) => b.sampledOn.localeCompare(a.sampledOn))
  const open = analyses?.find(({ analysisId }) => analysisId === address.get(PARAMETER))
  if (open)
    return (
      <WhileLoading show={<CardLoading text="Cargando resultados..." />}>
        <OwnAnalysisView key={open.analysisId} analysis={open} analyses={analyses ?? []} />
      </WhileLoading>
    )
  return (
    <>
      {!analyses && !list.error && <CardLoading text="Cargando resultados..." />}
      {!analyses && list.error && <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />}
      {analyses && analyses.length > 0 && (
        <Card id="own-analyses-title" title="Tus resultados, explicados">
          <ul className="own-analyses">
            {analyses.map((analysis) => (
              <OwnAnalysisRow key={analysis.analysisId} analysis={analysis} />
            ))}
          </ul>
          <LoadMoreButton list={list} />
        </Card>
      )}
      {children(analyses !== undefined && analyses.length > 0)}
    </>
  )
}

const toAnalysisState = ({ seenAt, edition }: OwnAnalysis): string | undefined => {
  if (seenAt) return undefined
  return edition > 1 ? 'Corregido' : 'Nuevo'
}

function OwnAnalysisRow({ analysis }: { readonly analysis: OwnAnalysis }) {
  const state = toAnalysisState(analysis)
  return (
    <li>
      <Link className="own-analysis-link" to={`?tab=analytics&${PARAMETER}=${analysis.analysisId}`}>
        <span>
          {state && <span className="own-analysis-new">{state}</span>}
          <strong>Muestra del {formatCalendarDay(analysis.sampledOn)}</strong>
          <span className="own-analysis-from">
            {analysis.laboratory}, {analysis.method}
          </span>
        </span>
        <ChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  )
}
