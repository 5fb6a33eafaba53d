import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { formatCalendarDay } from '../../ui/format.ts'

const ownAnalyses = endpointPagesQueryOptions(apiContract.files.listAnalysesOfMine, { query: { limit: 100 } })

const PARAMETER = 'analysis'

/** The URL contains only the analysis's id, and loses it after use, so that a reload does not ask again. */
export function useAskedAnalysis() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get(PARAMETER)
  const { data } = useInfiniteQuery({ ...ownAnalyses, enabled: asked !== null })
  const analysis = data?.pages.flatMap(({ items }) => items).find(({ analysisId }) => analysisId === asked)
  return {
    opening: analysis && `Sobre mis resultados del ${formatCalendarDay(analysis.sampledOn)} (${analysis.laboratory}): `,
    forget: () => {
      if (asked === null) return
      const rest = new URLSearchParams(address)
      rest.delete(PARAMETER)
      setAddress(rest, { replace: true })
    },
  }
}
