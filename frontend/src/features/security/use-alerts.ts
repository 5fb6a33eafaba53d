import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import type { Alert } from '#contract/security-alerts'
import { errorText } from '../../api/error-text.ts'
import { read, write } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'

/** An alert is to be seen within five seconds, and its answer takes a moment as well. */
const POLL_MS = 4000

/** For whoever only looks on: the card of the alerts asks. */
export const alertsRead = { ...read(api.security.alerts, { query: {} }), staleTime: Infinity, retry: false } as const

/** The alerts as they are; they are not asked for while nobody sees the tab, and at once when somebody does again. */
export const useAlerts = () =>
  useQuery({
    ...read(api.security.alerts, { query: {} }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    // The next look is the next try.
    retry: false,
  })

/** What is suppressed, with why and until when; asked for when somebody wants to see it. */
export const useSuppressed = (isOpen: boolean) =>
  useQuery({
    ...read(api.security.alerts, { query: { suppressed: 'listed' } }),
    enabled: isOpen,
    staleTime: 0,
  })

interface News {
  readonly seen: ReadonlySet<string>
  /** Those that came while somebody was looking. */
  readonly came: ReadonlySet<string>
  /** Those of them that came last, and how often any came. */
  readonly latest: readonly Alert[]
  readonly times: number
}

/** Tells what has come since the list was first seen from what was in it. */
export function useNews(alerts: readonly Alert[] | undefined): News {
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

const about = [api.security.alerts, api.security.audit].map(({ method, path }) => [method, path])

/** Suppressing and bringing back, which both the lists and the audit log show. `done` when it has been suppressed. */
export function useSuppressing(done: () => void = () => undefined) {
  const queries = useQueryClient()
  const invalidate = () => Promise.all(about.map((queryKey) => queries.invalidateQueries({ queryKey })))
  return {
    suppress: useMutation({
      ...write(api.security.suppressAlerts),
      onSuccess: ({ suppressed }) => {
        notify.success(suppressed === 1 ? 'Alerta suprimida' : `${suppressed} alertas distintas suprimidas`)
        done()
        return invalidate()
      },
      onError: (error, { body: { findings } }) => {
        notify.failure(
          findings.length === 1 ? 'No se pudo suprimir la alerta' : 'No se pudieron suprimir todas las alertas',
          errorText(error),
        )
        return invalidate()
      },
    }),
    restore: useMutation({
      ...write(api.security.restoreAlerts),
      onSuccess: () => {
        notify.success('La alerta se mostrará de nuevo')
        return invalidate()
      },
      onError: (error) => {
        notify.failure('No se pudo mostrar de nuevo la alerta', errorText(error))
        return invalidate()
      },
    }),
  }
}
