import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { analysisFields, analysisSummaryKeys } from '#contract/analysis'
import type { OwnAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { formatCalendarDay, formatInstantAsDay } from '../../ui/format.ts'
import { CardLoading } from '../../ui/panel.tsx'
import { AnalysisValuesTable } from './analysis-content.tsx'
import { collectMarkersOverTime } from './analysis-series.ts'
import { OwnReport } from './own-report.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './own-analyses.css'

const AnalysisRanges = lazy(async () => ({ default: (await import('./analysis-charts.tsx')).AnalysisRanges }))
const AnalysisLines = lazy(async () => ({ default: (await import('./analysis-charts.tsx')).AnalysisLines }))

const {
  files: { seeAnalysis, listAnalysesOfMine },
  ownCustomer: { readOwnPathway },
} = apiContract

interface OwnAnalysisProps {
  readonly analysis: OwnAnalysis
  readonly analyses: readonly OwnAnalysis[]
}

export function OwnAnalysisView({ analysis, analyses }: OwnAnalysisProps) {
  useSeen(analysis)
  const { sampledOn, laboratory, method, values, fileId } = analysis
  const overTime = collectMarkersOverTime(analysis, analyses)
  return (
    <div className="own-analysis">
      <BackLink to="?tab=analytics">Analíticas</BackLink>
      <header className="own-analysis-head">
        <h2 tabIndex={-1} ref={focusOnMount}>
          Tus resultados del {formatCalendarDay(sampledOn)}
        </h2>
        <p>
          {laboratory}, {method}
        </p>
      </header>
      <div className={values.length > 0 ? 'own-analysis-columns' : 'own-analysis-column'}>
        <div className="own-analysis-column">
          <Explanation analysis={analysis} />
          {fileId && <OwnReport fileId={fileId} />}
        </div>
        {values.length > 0 && (
          <section className="own-analysis-part" aria-labelledby="own-values-title">
            <h3 id="own-values-title">Tus valores</h3>
            <p className="own-analysis-hint">
              La franja es el intervalo que indica el laboratorio; la marca es tu valor. Qué quiere decir te lo explica
              tu especialista, no el gráfico.
            </p>
            <WhileLoading show={<CardLoading text="Cargando valores..." />}>
              <AnalysisRanges values={values} />
            </WhileLoading>
            <details className="own-analysis-table">
              <summary>Los mismos valores en una tabla</summary>
              <AnalysisValuesTable values={values} />
            </details>
          </section>
        )}
      </div>
      {overTime.length > 0 && (
        <section className="own-analysis-part" aria-labelledby="own-lines-title">
          <h3 id="own-lines-title">Con el tiempo</h3>
          <p className="own-analysis-hint">Solo unimos lo que se puede comparar.</p>
          <WhileLoading show={<CardLoading text="Cargando valores..." />}>
            <div className="own-analysis-lines">
              {overTime.map((marker) => (
                <AnalysisLines key={marker.marker} {...marker} />
              ))}
            </div>
          </WhileLoading>
        </section>
      )}
    </div>
  )
}

function Explanation({ analysis }: Pick<OwnAnalysisProps, 'analysis'>) {
  const { analysisId, publishedAt, publishedBy, edition } = analysis
  return (
    <section className="sheet own-explanation" aria-labelledby="own-explanation-title">
      <h3 id="own-explanation-title">{publishedBy ? `${publishedBy} te lo explica` : 'Te lo explicamos'}</h3>
      <p className="own-analysis-hint">
        {edition > 1 ? 'Corregido el' : 'Escrito el'} {formatInstantAsDay(publishedAt)}
      </p>
      {analysisSummaryKeys.map((key) => (
        <div key={key}>
          <h4>{analysisFields[key].label}</h4>
          <p className="own-explanation-text">{analysis[key]}</p>
        </div>
      ))}
      <ButtonLink
        className="own-explanation-ask"
        to={`/client/mensajes?analysis=${analysisId}`}
        variant="secondary"
        size="small"
      >
        Preguntar por estos resultados
      </ButtonLink>
    </section>
  )
}

/** Sent once per shown edition. If it fails, the edition counts as new again at the next visit. */
function useSeen({ analysisId, edition, seenAt }: OwnAnalysis): void {
  const queries = useQueryClient()
  const noted = useRef<string>(undefined)
  const { mutate } = useMutation({
    ...endpointMutationOptions(seeAnalysis),
    onSuccess: () => invalidateEndpoints(queries, listAnalysesOfMine, readOwnPathway),
  })
  useEffect(() => {
    const shown = `${analysisId} ${edition}`
    if (seenAt || noted.current === shown) return
    noted.current = shown
    mutate({ params: { analysisId }, body: { edition } })
  }, [analysisId, edition, seenAt, mutate])
}
