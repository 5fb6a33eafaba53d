import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { PRODUCT_NAME, PRODUCT_SLUG } from '#contract/product'

export interface CalendarFileConsultation {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  /** Grows with every change visible in calendars (RFC 5545, 3.8.7.4). */
  readonly sequence: number
  /**
   * Not yet confirmed by the practice: shown as tentative.
   * @default false
   */
  readonly toConfirm?: boolean
}

interface Occasion {
  /** `REQUEST` and `CANCEL` are mailed, `PUBLISH` is a download. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  readonly now: Date
  /** Required in mails (RFC 5546). */
  readonly between?: { readonly organizer: CalendarParty; readonly attendee: CalendarParty }
}

interface CalendarParty {
  readonly name: string
  readonly email: string
}

/** Stable, so that a calendar keeps one entry per consultation. */
const uidOf = (consultationId: string) => `${consultationId}@${PRODUCT_SLUG}`

/** RFC 5545, in UTC. Nothing about health: calendars are shared. */
export function formatConsultationCalendar(
  consultation: CalendarFileConsultation,
  { method, now, between }: Occasion,
): string {
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
