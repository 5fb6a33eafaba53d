import type { OwnConsultation } from '#contract/consultation'

const compact = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Google receives time, duration and `name` (never a client's full name); topic and notes are health data. */
export function buildGoogleCalendarUrl(
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
