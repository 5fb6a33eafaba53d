import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { addDays } from '#contract/calendar-days'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'

/** Milliseconds. Hours are taken meanwhile; CloudFront caches the list for half a minute. */
const REFETCH_MS = 60_000

export const slotWeekOptions = (week: string) =>
  endpointQueryOptions(apiContract.freeSlots.listFreeSlots, { query: { type: 'primera_consulta', week } })

async function findFreeWeek(queries: QueryClient, week: string): Promise<string | null> {
  const { days, bookable } = await queries.fetchQuery({ ...slotWeekOptions(week), staleTime: 30_000 })
  if (days.some(({ slots }) => slots.length > 0)) return week
  const following = addDays(week, 7)
  return following > bookable.to ? null : findFreeWeek(queries, following)
}

/** The Monday of the first week with a free hour, from `week` on; null without one. */
export function useFreeWeekFrom(week: string, isWanted = true) {
  const queries = useQueryClient()
  return useQuery({ queryKey: ['free-week', week], queryFn: () => findFreeWeek(queries, week), enabled: isWanted })
}

export function useFirstFreeSlot(week: string | null | undefined): string | undefined {
  const { data } = useQuery({ ...slotWeekOptions(week ?? ''), enabled: Boolean(week) })
  return data?.days.flatMap(({ slots }) => slots)[0]
}

export function useSlotWeek(week: string) {
  const shown = useQuery({ ...slotWeekOptions(week), refetchInterval: REFETCH_MS })
  const following = addDays(week, 7)
  // Prefetches the next week.
  useQuery({ ...slotWeekOptions(following), enabled: shown.data !== undefined && following <= shown.data.bookable.to })
  return shown
}
