import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BudgetAgreement } from '#contract/budgets'
import type { OwnConsultation } from '#contract/consultation'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import {
  endpointQueryOptions,
  endpointPagesQueryOptions,
  endpointMutationOptions,
  invalidateQueriesByPath,
} from '../../api/endpoint-query.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { showNotice } from '../../ui/show-notice.ts'

const listed = endpointPagesQueryOptions(apiContract.ownConsultations.listMine, { query: {} })
const counted = endpointQueryOptions(apiContract.ownConsultations.countMine, {})
export const ownNextConsultationQuery = endpointQueryOptions(apiContract.ownConsultations.nextOfMine, {})

export const useOwnConsultations = () => ({ list: useInfiniteQuery(listed), counts: useQuery(counted) })

export const useOwnNextConsultation = () => useQuery(ownNextConsultationQuery)

export const useOwnWaitingPlace = () =>
  useQuery(endpointQueryOptions(apiContract.ownConsultations.readOwnWaitingPlace, {}))

export const useOwnCancellationOptions = (consultation: OwnConsultation | undefined) =>
  useQuery({
    ...endpointQueryOptions(apiContract.payments.consultationOptions, {
      params: { consultationId: consultation?.consultationId ?? '' },
    }),
    enabled: consultation?.isPaid === true,
    staleTime: 0,
  })

/** The oldest accepted budget first, as on the server. */
export function useIncludedConsultation() {
  const budgets = useQuery(endpointQueryOptions(apiContract.budgets.listBudgets, {}))
  const [agreement] = (budgets.data?.items ?? [])
    .flatMap((each) => (each.agreement && each.agreement.consultations.free > 0 ? [each.agreement] : []))
    .toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
  return { budgets, included: agreement && toIncluded(agreement) }
}

function toIncluded({ option, acceptedAt, consultations, earlyStartUntil }: BudgetAgreement) {
  const { type, durationMinutes } = option.consultations
  return { concept: option.title, paidAt: acceptedAt, type, durationMinutes, earlyStartUntil, free: consultations.free }
}

/**
 * What pays for the client's next hour, an order before a budget: it fixes type and length of the request.
 * `isKnown`: nothing that is still loading could change it.
 */
export function useConsultationToSchedule() {
  const next = useOwnNextConsultation()
  const { budgets, included } = useIncludedConsultation()
  const order = next.data?.toSchedule ?? undefined
  const failed = [next, budgets].filter(({ isLoadingError }) => isLoadingError)
  const isKnown = order !== undefined || (next.data !== undefined && budgets.data !== undefined)
  return {
    order,
    toSchedule: order ?? included,
    isKnown,
    error: isKnown ? null : (failed[0]?.error ?? null),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

/** Free text may contain health data, so it needs the consent. */
export const useCanWriteHealthMessage = (): boolean =>
  useQuery(endpointQueryOptions(apiContract.consent.readHealth, {})).data?.state === 'given'

const toConfirmationText = ({ toConfirm, isPaid }: OwnConsultation): string | undefined => {
  if (toConfirm) return 'Te escribiremos cuando confirmemos la hora.'
  return isPaid ? 'La hora queda confirmada: te la mandamos por correo.' : undefined
}

export function useOwnConsultationMutations(done: () => void) {
  const queries = useQueryClient()
  const invalidate = () =>
    invalidateQueriesByPath(queries, apiContract.ownConsultations.listMine.path, apiContract.budgets.listBudgets.path)
  const after = (said: string, more?: (changed: OwnConsultation) => string | undefined) => ({
    onSuccess: (changed: OwnConsultation) => {
      showNotice.success(said, more?.(changed))
      done()
      return invalidate()
    },
    // A refusal because of a concurrent change: shows the current state. Not awaited, because it may take longer.
    onError: () => void invalidate(),
  })
  return {
    request: useMutation({
      ...endpointMutationOptions(apiContract.ownConsultations.request),
      ...after('Consulta programada', toConfirmationText),
    }),
    move: useMutation({
      ...endpointMutationOptions(apiContract.ownConsultations.move),
      ...after('Consulta actualizada', toConfirmationText),
    }),
    answerPrice: useMutation({
      ...endpointMutationOptions(apiContract.ownConsultations.answerPrice),
      onSettled: invalidate,
    }),
    cancel: useMutation({
      ...endpointMutationOptions(apiContract.ownConsultations.cancel),
      ...after('Consulta eliminada'),
    }),
  }
}

export const useDownloadCalendarFile = () =>
  useMutation({
    mutationFn: ({ consultationId }: OwnConsultation) =>
      callApi(apiContract.ownConsultations.calendarOfMine, { params: { consultationId } }),
    onSuccess: ({ fileName, ics }) => browserWindowActions.download(fileName, ics),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
