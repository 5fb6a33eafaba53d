import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { addDays, daysBetween, mondayOf } from '#contract/calendar-days'
import type { EndpointReply } from '#contract/endpoint'
import { computeSupplementStatus } from '#contract/client-supplement'
import type { TakenDose } from '#contract/own-supplements'
import type { ApiError } from '../../api/api-error.ts'
import { useAuth } from '../../api/auth.tsx'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { useViewerToday } from '../../ui/use-viewer-today.ts'
import { findShownDoses } from './due-doses.ts'
import {
  addPendingDoseTick,
  toDoseKey,
  readPendingDoseTicks,
  sendPendingDoseTicks,
  type PendingDoseTick,
} from './pending-dose-ticks.ts'
import { useOwnSupplements } from './use-own-supplements.ts'

const { listDoses } = apiContract.ownSupplements

const AGAIN_MS = 15_000

function tellRefusal(refused: readonly ApiError[]): void {
  const withoutConsent = refused.find(({ code }) => code === 'health-consent-required')
  const error = withoutConsent ?? refused[0]
  const forgotten = withoutConsent ? ' Lo que no se había enviado se ha borrado de este dispositivo.' : ''
  if (error) showNotice.failure('No se ha guardado', `${toErrorMessage(error)}${forgotten}`)
}

/** Before any tick: the server takes ticks by the day of where the client is. Not loaded with the list. */
const tellTimeZone = (userId: string): Promise<boolean> =>
  import('../../api/save-time-zone.ts').then(
    async ({ saveTimeZone }) => (await saveTimeZone(userId)) === true,
    () => false,
  )

function useUnsent(userId: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['unsent ticks', userId],
    queryFn: async () => {
      let done = true
      // More may have been ticked since.
      while (done && readPendingDoseTicks(userId).length > 0) {
        const isZoneTold = await tellTimeZone(userId)
        const sent = await sendPendingDoseTicks(userId, (tick) => noteTaken(queries, tick), isZoneTold)
        tellRefusal(sent.refused)
        // For all days: a pending tick may belong to another day than the displayed one.
        void invalidateEndpoints(queries, listDoses)
        done = sent.done
      }
      return readPendingDoseTicks(userId)
    },
    initialData: () => readPendingDoseTicks(userId),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? AGAIN_MS : false),
  })
}

export const dosesOfWeekQuery = (day: string) =>
  endpointQueryOptions(listDoses, {
    query: { from: mondayOf(day), to: addDays(mondayOf(day), 6) },
  })

const noDoses: EndpointReply<typeof listDoses> = { items: [], replaced: [] }

/** Updates the cache with an accepted tick, because a refetch may have to wait for a connection. */
function noteTaken(queries: QueryClient, { taken, ...dose }: PendingDoseTick): void {
  const { queryKey } = dosesOfWeekQuery(dose.day)
  // A running query would revert the tick.
  void queries.cancelQueries({ queryKey })
  queries.setQueryData<EndpointReply<typeof listDoses>>(
    queryKey,
    (known) =>
      known && {
        ...known,
        items: [...known.items.filter((each) => toDoseKey(each) !== toDoseKey(dose)), ...(taken ? [dose] : [])],
      },
  )
}

/**
 * The ticked doses of a day and its week, including unsent ones: a tick shows at once and survives a lost connection or
 * a closed tab.
 */
export function useDailyDoseTicks(day: string) {
  const { account } = useAuth()
  const userId = account?.userId ?? ''
  const queries = useQueryClient()
  const taken = dosesOfWeekQuery(day)
  const { data, error, isLoading, isPaused, refetch } = useQuery(taken)
  const { data: told, isFetching, refetch: send } = useUnsent(userId)

  // The query cache notifies asynchronously; until then the box would revert for a moment.
  const [made, setMade] = useState<{
    readonly after: readonly PendingDoseTick[]
    readonly ticks: readonly PendingDoseTick[]
  }>()
  const unsent = made?.after === told ? made.ticks : told
  const { items, replaced } = data ?? noDoses
  const ticked = new Set(items.map(toDoseKey))
  for (const { taken: isTaken, ...dose } of unsent) {
    if (isTaken) ticked.add(toDoseKey(dose))
    else ticked.delete(toDoseKey(dose))
  }
  return {
    known: data !== undefined,
    replaced,
    /** The boxes are disabled, because they could change. */
    asking: isLoading,
    /** True while the query waits for a connection: unloaded ticks would look like missed doses. */
    unreachable: data === undefined && isPaused,
    error,
    retry: () => void refetch(),
    isTicked: (dose: TakenDose) => ticked.has(toDoseKey(dose)),
    tick: (dose: TakenDose, isTaken: boolean) => {
      addPendingDoseTick(userId, { ...dose, taken: isTaken, at: getServerNow().toISOString() })
      const ticks = readPendingDoseTicks(userId)
      setMade({ after: told, ticks })
      queries.setQueryData(['unsent ticks', userId], ticks)
      void send({ cancelRefetch: false })
    },
    unsaid: unsent.length === 0 ? undefined : isFetching ? ('sending' as const) : ('waiting' as const),
  }
}

/** Null without a protocol; undefined while loading. */
export function useProtocolStatusToday() {
  const today = useViewerToday()
  const { supplements, error, retry } = useOwnSupplements()
  const { isTicked, known, replaced } = useDailyDoseTicks(today)
  if (!supplements || !known) return { today: undefined, error, retry }
  const due = findShownDoses(supplements, replaced, today)
  const dueIds = new Set(due.map(({ clientSupplementId }) => clientSupplementId))
  const started = supplements.filter(
    (each) =>
      // A course that was finished today, while its last doses are due.
      dueIds.has(each.clientSupplementId) ||
      (computeSupplementStatus(each, today) === 'active' && each.startDate <= today),
  )
  if (started.length === 0 && due.length === 0) return { today: null, error, retry }
  const first = started.map(({ startDate }) => startDate).toSorted()[0] ?? today
  return {
    today: {
      left: due.length > 0 ? due.filter((dose) => !isTicked(dose)).length : undefined,
      week: Math.floor(daysBetween(first, today) / 7) + 1,
    },
    error,
    retry,
  }
}
