import { toPracticeDay } from '#contract/calendar-days'
import { computeFreeChangeEnd } from '#contract/cancellation-rules'
import type { ConsultationType } from '#contract/consultation-types'
import { computeBookableDays, isOfferedStart, isWithinOpeningHours } from '#contract/free-slots'
import type { Database } from '#data/database'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { consumeRateLimit } from '#platform/rate-limit'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { ActionServices } from '#platform/services'
import type { TimeSlot } from './public/agenda-steps.ts'

const HOUR_MS = 3_600_000

/** Each change alters the agenda and sends a mail; nobody needs more per hour. */
const CHANGES = { name: 'consultation-changes', tries: 20, minutes: 60 } as const

export const consumeConsultationChangeLimit = (data: Database, userId: string, now: Date): Promise<void> =>
  consumeRateLimit(data, CHANGES, userId, now)

export function requireFutureStart(startsAt: string, now: Date): void {
  if (Date.parse(startsAt) <= now.getTime()) throwRefusal('too-soon')
}

export function requireBegunWhenClosed(
  { status, startsAt }: { readonly status: string; readonly startsAt: string },
  now: Date,
): void {
  const isClosed = status === 'completed' || status === 'no_show'
  if (isClosed && Date.parse(startsAt) > now.getTime()) throwRefusal('consultation-ahead')
}

export function requireShorterThanPlanned(
  { status, heldMinutes }: { readonly status: string; readonly heldMinutes?: number | undefined },
  { durationMinutes }: { readonly durationMinutes: number },
): void {
  if (heldMinutes === undefined || (status === 'completed' && heldMinutes < durationMinutes)) return
  const problem = `Tienen que ser menos de los ${durationMinutes} de la consulta; si se celebró entera, déjalo vacío`
  throw new RefusalError('invalid-input', { problems: { heldMinutes: [problem] } })
}

interface BoughtConsultation {
  readonly durationMinutes: number
  readonly type: ConsultationType
}

export function requirePaidConsultationKept(bought: BoughtConsultation, wanted: BoughtConsultation): void {
  const problems = {
    ...(wanted.durationMinutes !== bought.durationMinutes && {
      durationMinutes: [`Lo que está pagado dura ${bought.durationMinutes} minutos: solo se cambia el día y la hora`],
    }),
    ...(wanted.type !== bought.type && { type: ['Lo que está pagado no cambia de tipo: solo el día y la hora'] }),
  }
  if (Object.keys(problems).length > 0) throw new RefusalError('invalid-input', { problems })
}

export async function requireWithinBookableHours(
  slot: TimeSlot & { readonly type: ConsultationType },
  { data, now }: Pick<ActionServices, 'data' | 'now'>,
): Promise<void> {
  const { hours } = await readStoredOpeningHours(data, now())
  const aheadMs = Date.parse(slot.startsAt) - now().getTime()
  if (aheadMs < hours.noticeHours * HOUR_MS) throwRefusal('too-soon')
  // Days of the year 10000 sort before those of this one.
  const isFar = aheadMs > (hours.horizonDays + 1) * 24 * HOUR_MS
  if (isFar || toPracticeDay(slot.startsAt) > computeBookableDays(hours, now()).to) throwRefusal('too-far')
  if (!isWithinOpeningHours(hours, slot)) throwRefusal('outside-hours')
  if (!isOfferedStart(hours, slot, now()))
    throw new RefusalError('invalid-input', {
      problems: { startsAt: ['A esa hora no empieza ninguna consulta: elige una de las horas libres'] },
    })
}

export async function requireUsualLength(
  { durationMinutes, type }: BoughtConsultation,
  agreedMinutes: number,
  { data, now }: Pick<ActionServices, 'data' | 'now'>,
): Promise<void> {
  const { hours } = await readStoredOpeningHours(data, now())
  const longest = Math.max(hours.types[type].durationMinutes, agreedMinutes)
  if (durationMinutes <= longest) return
  throw new RefusalError('invalid-input', {
    problems: { durationMinutes: [`Una consulta de este tipo dura ${longest} minutos como máximo`] },
  })
}

export function requireChangeableConsultation(
  stored: { readonly startsAt: string; readonly status: string },
  now: Date,
): void {
  if (stored.status !== 'scheduled') throwRefusal('consultation-closed')
  if (now.toISOString() >= computeFreeChangeEnd(stored.startsAt)) throwRefusal('too-late')
}
