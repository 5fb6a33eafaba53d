import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { endpointQueryOptions, endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { addDays, instantToWallTime, shiftMonth, wallTimeToInstant } from '#contract/calendar-days'

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

/** From midnight to midnight in the practice's time zone. */
const computeDayBounds = (day: string, days: number) => ({
  from: wallTimeToInstant({ day, time: '00:00' }),
  to: wallTimeToInstant({ day: addDays(day, days), time: '00:00' }),
})

const queryDays = (day: string, days: number) =>
  endpointQueryOptions(apiContract.consultations.agenda, { query: computeDayBounds(day, days) })

export const weekHoldsQuery = (monday: string) =>
  endpointQueryOptions(apiContract.consultations.listHolds, { query: computeDayBounds(monday, 7) })

export const weekQuery = (monday: string) => queryDays(monday, 7)

export function useTodaysConsultations(today: string) {
  const { data, ...query } = useQuery(queryDays(today, 1))
  const consultations = (data?.items ?? []).filter(({ startsAt }) => instantToWallTime(startsAt).day === today)
  return { ...query, consultations }
}

export const useConsultationsToClose = (today: string) =>
  useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.consultations.toClose, {
      query: { before: wallTimeToInstant({ day: today, time: '00:00' }) },
    }),
  )

export const useComingConsultations = () =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.consultations.coming, { query: {} }),
    placeholderData: keepPreviousData,
  })

export const useConsultationRequests = () =>
  useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.consultations.coming, { query: { only: 'requests' } }),
    placeholderData: keepPreviousData,
  })

export const useOrdersToSchedule = () =>
  useInfiniteQuery(endpointPagesQueryOptions(apiContract.consultations.toSchedule, { query: {} }))

export const useCustomerConsultationList = (customerId: string) =>
  useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.consultations.listOfCustomer, { params: { customerId }, query: {} }),
  )
