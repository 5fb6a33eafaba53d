import type { OwnConsultation } from '#contract/consultation'

const compact = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/**
 * The address that opens a new event in Google Calendar, with this consultation filled in. Google learns when, for how
 * long and with whom by first name; notes and what the consultation is about are health data and stay here.
 */
export function googleCalendarUrl(
  { startsAt, durationMinutes }: Pick<OwnConsultation, 'startsAt' | 'durationMinutes'>,
  name: string,
): string {
  const start = Date.parse(startsAt)
  const search = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Consulta con ${name}`,
    dates: `${compact(start)}/${compact(start + durationMinutes * 60_000)}`,
    details: `Duración: ${durationMinutes} minutos`,
    location: 'Consulta virtual',
  })
  return `https://calendar.google.com/calendar/render?${search.toString()}`
}
