import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { SecurityAlert } from '#contract/security-alerts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

/** Milliseconds. An alert must be visible within five seconds, including the request. */
const POLL_MS = 4000

/** Reads the cache only: the alerts card does the polling. */
export const cachedAlertsQuery = {
  ...endpointQueryOptions(apiContract.security.alerts, { query: {} }),
  staleTime: Infinity,
  retry: false,
} as const

export const useSecurityAlerts = () =>
  useQuery({
    ...endpointQueryOptions(apiContract.security.alerts, { query: {} }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    // The next poll is the retry.
    retry: false,
  })

export const useSuppressedAlerts = (isOpen: boolean) =>
  useQuery({
    ...endpointQueryOptions(apiContract.security.alerts, { query: { suppressed: 'listed' } }),
    enabled: isOpen,
    staleTime: 0,
  })

interface News {
  readonly seen: ReadonlySet<string>
  readonly came: ReadonlySet<string>
  readonly latest: readonly SecurityAlert[]
  readonly times: number
}

export function useNewAlerts(alerts: readonly SecurityAlert[] | undefined): News {
  const [news, setNews] = useState<News>()
  const nothing: News = { seen: new Set(), came: new Set(), latest: [], times: 0 }
  if (!alerts) return news ?? nothing
  const latest = alerts.filter(({ id }) => !news?.seen.has(id))
  if (news && latest.length === 0) return news
  const seen = new Set([...(news?.seen ?? []), ...latest.map(({ id }) => id)])
  const next = news
    ? { seen, came: new Set([...news.came, ...latest.map(({ id }) => id)]), latest, times: news.times + 1 }
    : { ...nothing, seen }
  setNews(next)
  return next
}

export function useSuppressAlerts(done: () => void = () => undefined) {
  const queries = useQueryClient()
  const invalidate = () => invalidateEndpoints(queries, apiContract.security.alerts, apiContract.security.audit)
  return {
    suppress: useMutation({
      ...endpointMutationOptions(apiContract.security.suppressAlerts),
      onSuccess: ({ suppressed }) => {
        showNotice.success(suppressed === 1 ? 'Alerta suprimida' : `${suppressed} alertas distintas suprimidas`)
        done()
        return invalidate()
      },
      onError: (error, { body: { findings } }) => {
        showNotice.failure(
          findings.length === 1 ? 'No se pudo suprimir la alerta' : 'No se pudieron suprimir todas las alertas',
          toErrorMessage(error),
        )
        return invalidate()
      },
    }),
    restore: useMutation({
      ...endpointMutationOptions(apiContract.security.restoreAlerts),
      onSuccess: () => {
        showNotice.success('La alerta se mostrará de nuevo')
        return invalidate()
      },
      onError: (error) => {
        showNotice.failure('No se pudo mostrar de nuevo la alerta', toErrorMessage(error))
        return invalidate()
      },
    }),
  }
}
