import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { endpointQueryOptions, endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { shiftMonth } from '#contract/calendar-days'
import { wallTimeToInstant, instantToWallTime } from '../../ui/wall-time.ts'

export const computeMonthBounds = (month: string) => ({
  from: wallTimeToInstant({ day: `${month}-01`, time: '00:00' }),
  to: wallTimeToInstant({ day: `${shiftMonth(month, 1)}-01`, time: '00:00' }),
})

export function useMonthConsultations(month: string) {
  const { data, error, isPending, refetch } = useQuery(
    endpointQueryOptions(apiContract.consultations.agenda, { query: computeMonthBounds(month) }),
  )
  const byDay = Map.groupBy(data?.items ?? [], ({ startsAt }) => instantToWallTime(startsAt).day)
  return { of: (day: string): readonly Consultation[] => byDay.get(day) ?? [], data, error, isPending, refetch }
}

export const useComingConsultations = () =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.consultations.coming, { query: {} }),
    placeholderData: keepPreviousData,
  })

export const useOrdersToSchedule = () =>
  useInfiniteQuery(endpointPagesQueryOptions(apiContract.consultations.toSchedule, { query: {} }))
