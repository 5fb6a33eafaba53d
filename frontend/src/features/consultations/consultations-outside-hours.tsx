import { instantToWallTime } from '#contract/calendar-days'
import { isWithinOpeningHours } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import type { UpcomingConsultation } from '#contract/opening-hours-endpoints'
import { consultationTypeLabels } from '#contract/status-labels'
import { Link } from '../../ui/link.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import './opening-hours-dates.css'

export const listConsultationsOutsideHours = (hours: OpeningHours, booked: readonly UpcomingConsultation[]) =>
  booked.filter((each) => !isWithinOpeningHours(hours, each))

export const OUTSIDE_HOURS_TITLE_ID = 'hours-outside'

const toAgendaDay = (startsAt: string): string => {
  const { day } = instantToWallTime(startsAt)
  return `/admin?month=${day.slice(0, 7)}&day=${day}`
}

interface ConsultationsOutsideHoursProps {
  readonly consultations: readonly UpcomingConsultation[]
}

export function ConsultationsOutsideHours({ consultations }: ConsultationsOutsideHoursProps) {
  if (consultations.length === 0) return null
  const [title, hint] =
    consultations.length === 1
      ? ['Una consulta queda fuera del horario', 'Sigue en pie. Si quieres moverla, hazlo en la agenda.']
      : [
          `${consultations.length} consultas quedan fuera del horario`,
          'Siguen en pie. Si quieres mover alguna, hazlo en la agenda.',
        ]
  return (
    <section className="hours-outside" aria-labelledby={OUTSIDE_HOURS_TITLE_ID}>
      <h2 id={OUTSIDE_HOURS_TITLE_ID} tabIndex={-1}>
        {title}
      </h2>
      <p>{hint}</p>
      <ul>
        {consultations.map(({ consultationId, customerId, customerName, startsAt, durationMinutes, type }) => (
          <li key={consultationId}>
            <span>
              <Link to={`/client/${customerId}`}>{customerName}</Link>, {formatWeekdayDate(startsAt)},{' '}
              {formatTime(startsAt)}. {consultationTypeLabels[type]}, {durationMinutes} min.
            </span>
            <Link to={toAgendaDay(startsAt)}>
              Ver en la agenda<span className="visually-hidden"> la consulta de {customerName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
