import { addDays, mondayOf } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import { isWithinOpeningHours, listFreeSlots } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { formatTime, formatWeekdayDate, instantToWallTime } from '../../ui/wall-time.ts'
import { wallTimeToInstant } from '../../ui/wall-time-to-instant.ts'
import { listNationalHolidaysBetween } from './national-holidays.ts'
import { describeConflict, endOf, takesTime } from './agenda-layout.ts'

export const followUpWeeks = [2, 3, 4] as const

interface FollowUpQuestion {
  readonly consultation: Consultation
  readonly weeks: number
  readonly hours: OpeningHours
  /** Consultations of the week in which the next one may be. */
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly now: Date
}

export interface FollowUp {
  readonly wantedAt: string
  /** The same weekday and hour where it is free, otherwise the nearest free hour of that week, if there is one. */
  readonly startsAt: string | undefined
  /** Who has the wanted hour. */
  readonly conflict: string | undefined
  /** Name of the national holiday of the wanted day. */
  readonly holiday: string | undefined
}

export const computeFollowUpDay = ({ startsAt }: Pick<Consultation, 'startsAt'>, weeks: number): string =>
  addDays(instantToWallTime(startsAt).day, weeks * 7)

/** Regions move them, and a practice may work on one: then it has entered extra hours. */
const findHoliday = ({ extraOpenings }: OpeningHours, day: string): string | undefined =>
  extraOpenings.some((opening) => opening.day === day) ? undefined : listNationalHolidaysBetween(day, day)[0]?.name

export function findFollowUp({ consultation, weeks, hours, consultations, holds, now }: FollowUpQuestion): FollowUp {
  const { type, durationMinutes } = consultation
  const day = computeFollowUpDay(consultation, weeks)
  const wantedAt = wallTimeToInstant({ day, time: instantToWallTime(consultation.startsAt).time })
  const wanted = { consultationId: '', startsAt: wantedAt, durationMinutes }
  const conflict = describeConflict(consultations, wanted)
  const isHeld = holds.some((hold) => Date.parse(hold.startsAt) < endOf(wanted) && Date.parse(wantedAt) < endOf(hold))
  // What was held outside the opening hours before may be so again.
  const isOpen = isWithinOpeningHours(hours, wanted) || !isWithinOpeningHours(hours, consultation)
  const holiday = findHoliday(hours, day)
  if (!conflict && !holiday && !isHeld && isOpen && Date.parse(wantedAt) > now.getTime())
    return { wantedAt, startsAt: wantedAt, conflict: undefined, holiday: undefined }

  const monday = mondayOf(day)
  const slots = listFreeSlots({
    // Notice and horizon bind clients, not the practice.
    hours: {
      ...hours,
      noticeHours: 0,
      horizonDays: 365,
      types: { ...hours.types, [type]: { ...hours.types[type], durationMinutes } },
    },
    type,
    from: monday,
    to: addDays(monday, 6),
    now,
    bookings: consultations.filter(takesTime),
    holds: holds.map((hold) => ({ startsAt: hold.startsAt, endsAt: new Date(endOf(hold)).toISOString() })),
  })
  const distance = (startsAt: string) => Math.abs(Date.parse(startsAt) - Date.parse(wantedAt))
  const working = slots.filter((startsAt) => !findHoliday(hours, instantToWallTime(startsAt).day))
  return { wantedAt, startsAt: working.toSorted((a, b) => distance(a) - distance(b))[0], conflict, holiday }
}

/** Why it is not the hour of now; undefined where it is. */
export function explainFollowUp({ wantedAt, startsAt, conflict, holiday }: FollowUp): string | undefined {
  if (startsAt === wantedAt) return undefined
  const wanted = `${formatWeekdayDate(wantedAt)} a las ${formatTime(wantedAt)} h`
  const closed = holiday
    ? `El ${formatWeekdayDate(wantedAt)}, es festivo (${holiday}).`
    : `El ${wanted} no hay consulta.`
  const why = conflict ? `El ${wanted} está ${conflict}.` : closed
  if (!startsAt) return `${why} Esa semana no queda ninguna hora libre.`
  const { day } = instantToWallTime(startsAt)
  return `${why} La hora libre más cercana es el ${formatDayTitle(day)} a las ${formatTime(startsAt)} h.`
}
