import ICAL from 'ical.js'
import type { Email } from 'postal-mime'

/** Parsed by another library than the one that wrote it; throws for an invalid calendar. */
export function parseCalendar(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const at = (name: string) => (component.getFirstPropertyValue(name) as ICAL.Time).toJSDate().toISOString()
      const text = (name: string) => component.getFirstPropertyValue(name) as string | null
      return {
        uid: event.uid,
        sequence: event.sequence,
        startsAt: at('dtstart'),
        endsAt: at('dtend'),
        stamp: at('dtstamp'),
        status: text('status'),
        summary: event.summary,
        location: event.location,
        description: event.description,
        url: text('url'),
        organizer: text('organizer')?.toLowerCase(),
        attendees: event.attendees.map((each) => String(each.getFirstValue()).toLowerCase()),
        alarms: component.getAllSubcomponents('valarm').length,
      }
    }),
  }
}

export function findCalendarPart(mail: Email | undefined) {
  const part = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!part) return undefined
  const { content } = part
  return {
    method: part.method,
    ics: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }
}
