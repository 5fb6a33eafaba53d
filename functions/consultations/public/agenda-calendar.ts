import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import { buildAgendaDayPath } from '#contract/consultation-room'
import { PRODUCT_NAME } from '#contract/product'
import { calendarProductId, toCalendarUid } from './consultation-calendar.ts'

interface FeedConsultation {
  readonly consultationId: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly toConfirm: boolean
  readonly customerName: string
}

/** `Lucía Ferrer` → `L. F.`; an address, which a client without a name has instead, gives its first letter. */
export const toInitials = (name: string): string =>
  (name.includes('@') ? name.slice(0, 1) : name)
    .split(/[\s(]+/)
    .flatMap((word) => [...word].slice(0, 1))
    .map((letter) => `${letter.toLocaleUpperCase('es')}.`)
    .join(' ')

/** Readers of the calendar are unknown: initials and 'Consulta', no type, no note. */
export function formatAgendaCalendar(
  consultations: readonly FeedConsultation[],
  { now, siteUrl }: { readonly now: Date; readonly siteUrl: string },
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: calendarProductId,
    name: PRODUCT_NAME,
    ttl: 60 * 60,
  })
  for (const { consultationId, startsAt, durationMinutes, toConfirm, customerName } of consultations) {
    const start = new Date(startsAt)
    calendar.createEvent({
      // Not the invitation's uid: the practice's calendar may contain both.
      id: toCalendarUid(`agenda-${consultationId}`),
      start,
      end: new Date(start.getTime() + durationMinutes * 60_000),
      stamp: now,
      summary: `${toInitials(customerName)} · Consulta`,
      // Links in mails open the client's page; this one the practice's.
      url: `${siteUrl}${buildAgendaDayPath(startsAt)}`,
      class: ICalEventClass.PRIVATE,
      status: toConfirm ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
