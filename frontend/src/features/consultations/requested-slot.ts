import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { instantToWallTime, wallTimeToInstant } from '#contract/calendar-days'
import {
  MAX_UNPAID_CONSULTATION_MINUTES,
  type NextConsultationOverview,
  type OwnConsultation,
  RequestConsultation,
  type consultationRequestFields,
  getDefaultConsultationMinutes,
} from '#contract/consultation'
import type { EnteredRecord } from '#contract/record-fields'
import { MultilineText } from '#contract/text-schemas'
import { resetUnchangedFields } from '../../ui/reset-unchanged-fields.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useEditedItem } from '../../ui/use-edited-item.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { checkHourExists, consultationSlotFields, isWholeHour } from './consultation-slot-fields.ts'
import { useEarlyStartBox } from './early-start-box.tsx'
import { useOwnConsultationMutations } from './use-own-consultations.ts'

const RequestedConsultationSlot = z
  .object({
    ...consultationSlotFields,
    durationMinutes: RequestConsultation.shape.durationMinutes,
    type: RequestConsultation.shape.type,
    message: MultilineText.check(z.maxLength(1000)),
  })
  .check(checkHourExists)
export type RequestedConsultationSlot = z.infer<typeof RequestedConsultationSlot>

/** The server's rules for requests without a paid order. A confirmed consultation keeps its agreed length. */
const freeSlotRules = (consultation: OwnConsultation | undefined) => {
  const agreed = consultation && !consultation.toConfirm ? consultation.durationMinutes : 0
  const longest = Math.max(MAX_UNPAID_CONSULTATION_MINUTES, agreed)
  return RequestedConsultationSlot.check(
    z.refine(({ durationMinutes }) => durationMinutes <= longest, {
      path: ['durationMinutes'],
      error: `La duración máxima es de ${longest} minutos`,
    }),
  )
}

/** A paid order without an hour: it is redeemed with its own type and length. */
export type PaidToSchedule = NonNullable<NextConsultationOverview['toSchedule']>

interface About {
  readonly consultation: OwnConsultation | undefined
  readonly paid: PaidToSchedule | undefined
  readonly isFree: boolean
  readonly mayTell: boolean
  /** An hour before this instant needs the express request; undefined until it is known. */
  readonly earlyStartUntil: string | null | undefined
}

const toSlot = (consultation: OwnConsultation): RequestedConsultationSlot => ({
  ...consultation,
  ...instantToWallTime(consultation.startsAt),
  message: consultation.message ?? '',
})

function slotOf({ consultation, paid }: About): RequestedConsultationSlot {
  if (consultation) return toSlot(consultation)
  const { type = 'general', durationMinutes = getDefaultConsultationMinutes('general') } = paid ?? {}
  return { day: '', time: '', durationMinutes, type, message: '' }
}

function findNewPaidStart(
  { day, time, type }: RequestedConsultationSlot,
  { consultation, paid }: About,
): string | undefined {
  const isRedeemed = consultation ? consultation.isPaid : type === paid?.type
  const startsAt = isRedeemed && isWholeHour({ day, time }) ? wallTimeToInstant({ day, time }) : undefined
  return startsAt === consultation?.startsAt ? undefined : startsAt
}

/** Undefined if it can no longer be moved. */
function toChangeText(was: OwnConsultation, is: OwnConsultation, typed: RequestedConsultationSlot): string | undefined {
  const { startsAt, status } = is
  if (status !== 'scheduled') return undefined
  if (startsAt === was.startsAt)
    return 'Esta consulta ha cambiado mientras la editabas. Lo que has escrito sigue aquí y lo demás ya está como ahora: repásalo y vuelve a guardar.'
  const { day, time } = instantToWallTime(startsAt)
  const kept =
    typed.day === day && typed.time === time
      ? 'Ya está así en el formulario'
      : 'El formulario conserva la hora que has puesto tú'
  return `Esta consulta ha cambiado mientras la editabas: ahora es el ${formatWeekdayDate(startsAt)}, a las ${formatTime(startsAt)} h${formatViewerAside(startsAt)}. ${kept}, y lo demás que has escrito sigue aquí: repásalo y vuelve a guardar.`
}

export function useConsultationRequestForm(about: About, done: () => void) {
  const { consultation } = about
  const { form, draft } = useDraftForm(
    { form: 'request', of: consultation?.consultationId },
    {
      resolver: zodResolver(about.isFree ? freeSlotRules(consultation) : RequestedConsultationSlot),
      defaultValues: slotOf(about),
    },
  )
  const { request, move } = useOwnConsultationMutations(() => {
    draft.saved()
    done()
  })
  const error = request.error ?? move.error
  const { edited, before } = useEditedItem(consultation, move.error, (was, is) =>
    resetUnchangedFields({ form, draft }, toSlot(is), toSlot(was), [['day', 'time']]),
  )
  const typed = form.watch()
  const newStart = findNewPaidStart(typed, { ...about, consultation: edited })
  const earlyStart = useEarlyStartBox(newStart, about.earlyStartUntil, error)
  const submit = form.handleSubmit(({ day, time, message, ...wish }) => {
    if (earlyStart.isLeftEmpty()) return undefined
    const body = {
      ...wish,
      startsAt: wallTimeToInstant({ day, time }),
      message: (about.mayTell && message) || null,
      ...earlyStart.given,
    } satisfies EnteredRecord<typeof consultationRequestFields> & object
    if (!edited) return request.mutate({ body })
    const { consultationId, version } = edited
    return move.mutate({ params: { consultationId }, body: { ...body, version } })
  })
  return {
    form,
    draft,
    submit,
    earlyStart,
    error,
    changedMeanwhile: before && edited && toChangeText(before, edited, typed),
    busy: request.isPending || move.isPending,
  }
}
