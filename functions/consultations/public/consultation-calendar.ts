import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import { buildJoinPath } from '#contract/consultation-room'
import { PRODUCT_NAME, PRODUCT_SLUG } from '#contract/product'

export interface CalendarFileConsultation {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  /** Increases with every change visible in calendars (RFC 5545, 3.8.7.4). */
  readonly sequence: number
  readonly toConfirm?: boolean
}

interface Occasion {
  /** `REQUEST` is mailed, `PUBLISH` is a download, `CANCEL` is either. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  readonly now: Date
  readonly siteUrl: string
  /** Required in mails (RFC 5546). */
  readonly between?: { readonly organizer: CalendarParty; readonly attendee: CalendarParty }
}

interface CalendarParty {
  readonly name: string
  readonly email: string
}

export const toCalendarUid = (consultationId: string) => `${consultationId}@${PRODUCT_SLUG}`

export const calendarProductId = { company: PRODUCT_NAME, product: 'Agenda', language: 'ES' } as const

/**
 * RFC 5545, in UTC, so that no calendar needs rules of time zones. Nothing about health: calendars are shared. No
 * alarm: we mail reminders, and calendars have their own.
 */
export function formatConsultationCalendar(
  consultation: CalendarFileConsultation,
  { method, now, siteUrl, between }: Occasion,
): string {
  const { consultationId, startsAt, durationMinutes, sequence, toConfirm = false } = consultation
  const start = new Date(startsAt)
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: calendarProductId })
  // Asks for a sign-in and leads to the room, whose address is in no mail and no calendar.
  const joinUrl = `${siteUrl}${buildJoinPath(consultationId)}`
  calendar.createEvent({
    id: toCalendarUid(consultationId),
    sequence,
    start,
    end: new Date(start.getTime() + durationMinutes * 60_000),
    stamp: now,
    summary: `Consulta con ${PRODUCT_NAME}`,
    location: joinUrl,
    url: joinUrl,
    class: ICalEventClass.PRIVATE,
    ...(method !== 'CANCEL' && { description: `Unirse a la videollamada: ${joinUrl}` }),
    ...(between && { organizer: between.organizer, attendees: [toAttendee(between.attendee)] }),
    status: statusOf(method, toConfirm),
  })
  return calendar.toString()
}

/** Thunderbird's parser takes a backslash within a quoted name for an escape and loses the address. */
const toAttendee = ({ name, email }: CalendarParty) => ({ name: name.replaceAll('\\', '/'), email, rsvp: false })

function statusOf(method: Occasion['method'], toConfirm: boolean): ICalEventStatus {
  if (method === 'CANCEL') return ICalEventStatus.CANCELLED
  return toConfirm ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}
