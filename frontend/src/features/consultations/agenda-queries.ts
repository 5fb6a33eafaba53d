import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { read, readPages } from '../../api/query.ts'
import { shiftMonth } from '#contract/days'
import { instantOf, wallTimeOf } from '../../ui/wall-time.ts'

export const monthBounds = (month: string) => ({
  from: instantOf({ day: `${month}-01`, time: '00:00' }),
  to: instantOf({ day: `${shiftMonth(month, 1)}-01`, time: '00:00' }),
})

export function useMonth(month: string) {
  const { data, error, isPending, refetch } = useQuery(read(api.consultations.agenda, { query: monthBounds(month) }))
  const byDay = Map.groupBy(data?.items ?? [], ({ startsAt }) => wallTimeOf(startsAt).day)
  return { of: (day: string): readonly Consultation[] => byDay.get(day) ?? [], data, error, isPending, refetch }
}

export const useComingConsultations = () =>
  useInfiniteQuery({ ...readPages(api.consultations.coming, { query: {} }), placeholderData: keepPreviousData })

export const useToSchedule = () => useInfiniteQuery(readPages(api.consultations.toSchedule, { query: {} }))
