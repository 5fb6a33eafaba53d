import type { OwnConsultation } from '#contract/consultation'
import { typeText } from './consultation-words.ts'

const compact = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** The address that opens a new event in Google Calendar, with this consultation filled in. */
export function googleCalendarUrl(
  { startsAt, durationMinutes, type }: Pick<OwnConsultation, 'startsAt' | 'durationMinutes' | 'type'>,
  { name, notes }: { readonly name: string; readonly notes?: string | null },
): string {
  const start = Date.parse(startsAt)
  const details = [`Tipo: ${typeText[type]}`, `Duración: ${durationMinutes} minutos`, ...(notes ? [notes] : [])]
  const search = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Consulta con ${name}`,
    dates: `${compact(start)}/${compact(start + durationMinutes * 60_000)}`,
    details: details.join('\n'),
    location: 'Consulta virtual',
  })
  return `https://calendar.google.com/calendar/render?${search.toString()}`
}
