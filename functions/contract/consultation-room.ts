import * as z from 'zod/mini'
import { toPracticeDay } from './calendar-days.ts'
import type { OwnConsultation } from './consultation.ts'
import { IsoInstant } from './value-schemas.ts'

/** Minutes before the start from which both sides can join, until the end. */
export const ROOM_OPENS_MINUTES_BEFORE = 15

/** Hours after its end for which a consultation that nobody closed is still shown as the current one. */
const CURRENT_HOURS_AFTER_END = 12

const roomStates = ['early', 'open', 'ended', 'cancelled', 'unconfirmed'] as const
export type RoomState = (typeof roomStates)[number]

type Hour = Pick<OwnConsultation, 'startsAt' | 'durationMinutes'>
type Appointment = Hour & Pick<OwnConsultation, 'status' | 'toConfirm'>

const MINUTE_MS = 60_000

const endMsOf = ({ startsAt, durationMinutes }: Hour): number => Date.parse(startsAt) + durationMinutes * MINUTE_MS

/** ISO instant. */
export const computeRoomOpening = ({ startsAt }: Pick<Hour, 'startsAt'>): string =>
  new Date(Date.parse(startsAt) - ROOM_OPENS_MINUTES_BEFORE * MINUTE_MS).toISOString()

export function computeRoomState(consultation: Appointment, now: Date): RoomState {
  const { status, toConfirm } = consultation
  if (status === 'cancelled') return 'cancelled'
  if (status === 'completed' || status === 'no_show' || now.getTime() >= endMsOf(consultation)) return 'ended'
  if (toConfirm) return 'unconfirmed'
  return now.toISOString() < computeRoomOpening(consultation) ? 'early' : 'open'
}

export const isCurrentConsultation = (consultation: Hour & { readonly status: string }, now: Date): boolean =>
  consultation.status === 'in_progress' ||
  (consultation.status === 'scheduled' &&
    endMsOf(consultation) + CURRENT_HOURS_AFTER_END * 60 * MINUTE_MS > now.getTime())

export const buildJoinPath = (consultationId: string): string => `/unirse/${consultationId}`

export const ConsultationRoom = z.object({
  state: z.enum(roomStates),
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  opensAt: IsoInstant,
  /** Null unless `open`, and while the practice has set none. */
  roomUrl: z.nullable(z.string()),
})
export type ConsultationRoom = z.infer<typeof ConsultationRoom>

export const buildAgendaDayPath = (startsAt: string): string => `/admin/agenda?view=day&day=${toPracticeDay(startsAt)}`
