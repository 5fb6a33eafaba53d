import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { mondayOf } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import { callApi } from '../../api/call-api.ts'
import { ApiError, ApiUnreachableError, hasApiErrorCode } from '../../api/api-error.ts'
import { invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { weekHoldsQuery, weekQuery } from './agenda-queries.ts'
import { computeFollowUpDay, findFollowUp, type FollowUpProposal } from './follow-up.ts'
import type { IncludedConsultations } from './use-included-consultations.ts'
import type { SessionNotesSaver } from './session-notes-saver.ts'
import { openingHoursQuery } from './use-opening-hours-form.ts'

export function useProposedFollowUp(consultation: Consultation, weeks: number | null) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['follow-up', consultation.consultationId, weeks, consultation.durationMinutes],
    enabled: weeks !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const monday = mondayOf(computeFollowUpDay(consultation, weeks ?? 0))
      const [{ openingHours: hours }, { items: consultations }, { items: holds }] = await Promise.all([
        queries.fetchQuery(openingHoursQuery),
        queries.fetchQuery({ ...weekQuery(monday), staleTime: 0 }),
        queries.fetchQuery({ ...weekHoldsQuery(monday), staleTime: 0 }),
      ])
      return findFollowUp({ consultation, weeks: weeks ?? 0, hours, consultations, holds, now: getServerNow() })
    },
  })
}

/** `choice` is what was entered; the rest follows from it and from the agenda and the budgets at that moment. */
export interface WantedVisit {
  readonly choice: string
  /** How it is to be paid, where that was chosen: a budget's id, or apart from budgets. */
  readonly payment: string | undefined
  readonly proposal: FollowUpProposal | undefined
  readonly included: IncludedConsultations | undefined
}

interface Closing {
  readonly visit: WantedVisit
  readonly priceCents: number | null
  readonly isSummaryShared: boolean
}

export type ClosingStep = 'notes' | 'status' | 'summary' | 'next'

export class ClosingError extends Error {
  readonly step: ClosingStep

  constructor(step: ClosingStep, cause?: unknown) {
    super(step, { cause })
    this.step = step
  }
}

const at = async <Result>(step: ClosingStep, doing: Promise<Result>): Promise<Result> => {
  try {
    return await doing
  } catch (error) {
    throw new ClosingError(step, error)
  }
}

/** A retry repeats every step: those already done change nothing. */
export function useCloseSession(consultation: Consultation, saver: SessionNotesSaver, done: () => void) {
  const queries = useQueryClient()
  const [requestId] = useState(() => crypto.randomUUID())
  /**
   * The visit whose booking got no answer. It may be booked: only the same request again is known to the server, while
   * agenda and budgets already count it.
   */
  const [unanswered, setUnanswered] = useState<WantedVisit>()
  const { customerId, consultationId } = consultation
  const params = { customerId, consultationId }
  const closing = useMutation({
    networkMode: 'always',
    mutationFn: async ({ visit: { proposal, included }, priceCents, isSummaryShared }: Closing) => {
      const startsAt = proposal?.startsAt
      if (!(await saver.flush())) throw new ClosingError('notes')
      await at('status', complete(consultation))
      if (isSummaryShared)
        await at(
          'summary',
          callApi(apiContract.consultations.shareSummary, { params, body: { version: saver.version } }),
        )
      if (startsAt)
        await at(
          'next',
          callApi(apiContract.consultations.book, {
            body: {
              customerId,
              startsAt,
              durationMinutes: included?.option.consultations.durationMinutes ?? consultation.durationMinutes,
              type: included?.option.consultations.type ?? 'seguimiento',
              requestId,
              ...(included ? { budgetId: included.budgetId } : { priceCents }),
            },
          }),
        )
    },
    onSuccess: done,
    // A press that fails at an earlier step leaves open whether the visit is booked.
    onError: (error, { visit }) => {
      if (!(error instanceof ClosingError) || error.step !== 'next') return
      if (error.cause instanceof ApiUnreachableError) setUnanswered(visit)
      if (isBookingRefusal(error.cause)) setUnanswered(undefined)
    },
    onSettled: () =>
      Promise.all([
        invalidateQueriesByPath(queries, '/consultations', '/pathway', '/budgets'),
        queries.invalidateQueries({ queryKey: ['follow-up'] }),
      ]),
  })
  return { closing, unanswered }
}

/** Not a refusal of every endpoint, such as an ended session, which is given before the booking is looked at. */
const isBookingRefusal = (cause: unknown): boolean =>
  cause instanceof ApiError && apiContract.consultations.book.refusals.some((code) => code === cause.code)

/** Reads the current state first: another user or an earlier attempt may have closed it. */
async function complete({ customerId, consultationId }: Consultation): Promise<void> {
  const params = { customerId, consultationId }
  const { status, version } = await callApi(apiContract.consultations.read, { params })
  if (status !== 'scheduled' && status !== 'in_progress') return
  await callApi(apiContract.consultations.setStatus, { params, body: { status: 'completed', version } })
}

export const isHourTaken = (error: unknown): boolean =>
  error instanceof ClosingError && error.step === 'next' && hasApiErrorCode(error.cause, 'slot-taken')
