import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { PRODUCT_NAME, PRODUCT_SLUG } from '#contract/product'

/** What a calendar needs to know of a consultation. */
export interface CalendarConsultation {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  /** Grows with every change that a calendar has to hear of (RFC 5545, 3.8.7.4). */
  readonly sequence: number
  /** The practice has yet to agree to it: calendars show it as tentative. @default false */
  readonly toConfirm?: boolean
}

interface Occasion {
  /** `REQUEST` and `CANCEL` travel by mail, `PUBLISH` is for a file that somebody downloads. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  readonly now: Date
  /** For what travels by mail: who invites whom (RFC 5546 demands both). */
  readonly between?: { readonly organizer: CalendarParty; readonly attendee: CalendarParty }
}

interface CalendarParty {
  readonly name: string
  readonly email: string
}

/** The same consultation has the same identifier in every file and mail, so that a calendar keeps one entry of it. */
const uidOf = (consultationId: string) => `${consultationId}@${PRODUCT_SLUG}`

/** A consultation as a calendar file (RFC 5545), in UTC. It says nothing of health: calendars are shared. */
export function consultationCalendar(consultation: CalendarConsultation, { method, now, between }: Occasion): string {
  const { consultationId, startsAt, durationMinutes, sequence, toConfirm = false } = consultation
  const start = new Date(startsAt)
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: PRODUCT_NAME, product: 'Agenda', language: 'ES' },
  })
  calendar.createEvent({
    id: uidOf(consultationId),
    sequence,
    start,
    end: new Date(start.getTime() + durationMinutes * 60_000),
    stamp: now,
    summary: `Consulta con ${PRODUCT_NAME}`,
    location: 'Consulta virtual',
    ...(between && { organizer: between.organizer, attendees: [{ ...between.attendee, rsvp: false }] }),
    status: statusOf(method, toConfirm),
  })
  return calendar.toString()
}

function statusOf(method: Occasion['method'], toConfirm: boolean): ICalEventStatus {
  if (method === 'CANCEL') return ICalEventStatus.CANCELLED
  return toConfirm ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}
