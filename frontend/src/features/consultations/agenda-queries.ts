import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { read, readPages } from '../../api/query.ts'
import { shiftMonth } from '#contract/days'
import { instantOf, wallTimeOf } from '../../ui/wall-time.ts'

/** From the first midnight of a month to that of the next, by the practice's clocks. */
export const monthBounds = (month: string) => ({
  from: instantOf({ day: `${month}-01`, time: '00:00' }),
  to: instantOf({ day: `${shiftMonth(month, 1)}-01`, time: '00:00' }),
})

/** All consultations of a month, in any status, by their day. */
export function useMonth(month: string) {
  const { data, error, isPending, refetch } = useQuery(read(api.consultations.agenda, { query: monthBounds(month) }))
  const byDay = Map.groupBy(data?.items ?? [], ({ startsAt }) => wallTimeOf(startsAt).day)
  return { of: (day: string): readonly Consultation[] => byDay.get(day) ?? [], data, error, isPending, refetch }
}

/** The consultations to come, the next one first. */
export const useComingConsultations = () =>
  useInfiniteQuery({ ...readPages(api.consultations.coming, { query: {} }), placeholderData: keepPreviousData })

/** Paid orders that wait for a date, the longest wait first. */
export const useToSchedule = () => useInfiniteQuery(readPages(api.consultations.toSchedule, { query: {} }))
