import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { daysBetween } from '#contract/days'
import type { Reply } from '#contract/endpoint'
import { statusOn } from '#contract/client-supplement'
import type { Dose } from '#contract/supplements'
import { useAuth } from '../../api/auth.tsx'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useToday } from '../../ui/use-today.ts'
import { dueOn } from './due.ts'
import { addTick, doseKey, pendingTicks, sendTicks, type Tick } from './pending-ticks.ts'
import { useSupplements } from './use-supplements.ts'

/** Retry interval in milliseconds. */
const AGAIN_MS = 15_000

/** Sends pending ticks: on mount, after each tick and when the network returns. */
function useUnsent(userId: string, whenTaken: (ticks: readonly Tick[]) => void) {
  return useQuery({
    queryKey: ['unsent ticks', userId],
    queryFn: async () => {
      let done = true
      do {
        const sent = await sendTicks(userId)
        if (sent.refused[0]) notify.failure('Error', errorText(sent.refused[0]))
        whenTaken(sent.taken)
        done = sent.done
        // More may have been ticked since.
      } while (done && pendingTicks(userId).length > 0)
      return pendingTicks(userId)
    },
    initialData: () => pendingTicks(userId),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? AGAIN_MS : false),
  })
}

const dosesOf = (day: string) => read(api.supplements.listDoses, { query: { from: day, to: day } })

/** Updates the cache with accepted ticks, because a reload may have to wait for a connection; reloads as well. */
function noteTaken(queries: QueryClient, ticks: readonly Tick[]): void {
  for (const { taken, ...dose } of ticks) {
    queries.setQueryData<Reply<typeof api.supplements.listDoses>>(dosesOf(dose.day).queryKey, (known) => {
      if (!known) return known
      const others = known.items.filter((each) => doseKey(each) !== doseKey(dose))
      return { ...known, items: taken ? [...others, dose] : others }
    })
  }
  // Of every day: what waited may be of another than the one on the screen.
  void queries.invalidateQueries({ queryKey: dosesOf('').queryKey.slice(0, 2) })
}

/**
 * The ticked doses of a day, including unsent ones: a tick shows at once and survives a lost connection or a closed
 * tab.
 */
export function useDoses(day: string) {
  const { account } = useAuth()
  const userId = account?.userId ?? ''
  const queries = useQueryClient()
  const taken = dosesOf(day)
  const { data, error, isLoading, refetch } = useQuery(taken)
  const { data: told, isFetching, refetch: send } = useUnsent(userId, (ticks) => noteTaken(queries, ticks))

  // A query tells its news a moment later, and until then the box would spring back under the finger.
  const [made, setMade] = useState<{ readonly after: readonly Tick[]; readonly ticks: readonly Tick[] }>()
  const unsent = made?.after === told ? made.ticks : told
  const ticked = new Set((data?.items ?? []).map(doseKey))
  for (const { taken: isTaken, ...dose } of unsent) {
    if (isTaken) ticked.add(doseKey(dose))
    else ticked.delete(doseKey(dose))
  }
  return {
    known: data !== undefined,
    /** Whether they are loading: a box could change under the finger. */
    asking: isLoading,
    error,
    retry: () => void refetch(),
    isTicked: (dose: Dose) => ticked.has(doseKey(dose)),
    tick: (dose: Dose, isTaken: boolean) => {
      addTick(userId, { ...dose, taken: isTaken, at: serverNow().toISOString() })
      const ticks = pendingTicks(userId)
      setMade({ after: told, ticks })
      queries.setQueryData(['unsent ticks', userId], ticks)
      void send({ cancelRefetch: false })
    },
    /** Whether ticks are being sent, or wait for a connection. */
    unsaid: unsent.length === 0 ? undefined : isFetching ? ('sending' as const) : ('waiting' as const),
  }
}

/**
 * The doses left today (undefined on a day without any) and the week of the protocol, counted from its first day. Null
 * without a protocol; undefined while loading.
 */
export function useProtocolToday() {
  const today = useToday()
  const { supplements, error, retry } = useSupplements()
  const { isTicked, known } = useDoses(today)
  if (!supplements || !known) return { today: undefined, error, retry }
  const started = supplements.filter((each) => statusOn(each, today) === 'active' && each.startDate <= today)
  const due = dueOn(supplements, today)
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
