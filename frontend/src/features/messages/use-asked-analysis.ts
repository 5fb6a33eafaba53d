import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { formatCalendarDay } from '../../ui/format.ts'

const ownAnalyses = endpointPagesQueryOptions(apiContract.files.listAnalysesOfMine, { query: { limit: 100 } })

/** How a message begins that asks about the results which `?analysis=` names. The address says nothing about them. */
export function useAskedAnalysis(): string | undefined {
  const [address] = useSearchParams()
  const asked = address.get('analysis')
  const { data } = useInfiniteQuery({ ...ownAnalyses, enabled: asked !== null })
  const analysis = data?.pages.flatMap(({ items }) => items).find(({ analysisId }) => analysisId === asked)
  if (!analysis) return undefined
  return `Sobre mis resultados del ${formatCalendarDay(analysis.sampledOn)} (${analysis.laboratory}): `
}
