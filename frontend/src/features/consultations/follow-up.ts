import { addDays, instantToWallTime, mondayOf, wallTimeToInstant } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import { isWithinOpeningHours, listFreeSlots } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { listNationalHolidaysBetween } from './national-holidays.ts'
import { describeConflict, endOf, occupiesTime } from './agenda-layout.ts'

export const followUpWeeks = [2, 3, 4] as const

interface FollowUpQuestion {
  readonly consultation: Consultation
  readonly weeks: number
  readonly hours: OpeningHours
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly now: Date
}

export interface FollowUpProposal {
  readonly wantedAt: string
  /** The same weekday and hour if free, otherwise the nearest free hour of that week; undefined without one. */
  readonly startsAt: string | undefined
  /** Names and times of the consultations at the wanted hour, as of `describeConflict`. */
  readonly conflict: string | undefined
  readonly holiday: string | undefined
}

export const computeFollowUpDay = ({ startsAt }: Pick<Consultation, 'startsAt'>, weeks: number): string =>
  addDays(instantToWallTime(startsAt).day, weeks * 7)

/** Not for a day with extra openings: regions move holidays, and the practice may work on one. */
const findHoliday = ({ extraOpenings }: OpeningHours, day: string): string | undefined =>
  extraOpenings.some((opening) => opening.day === day) ? undefined : listNationalHolidaysBetween(day, day)[0]?.name

export function findFollowUp({
  consultation,
  weeks,
  hours,
  consultations,
  holds,
  now,
}: FollowUpQuestion): FollowUpProposal {
  const { type, durationMinutes } = consultation
  const day = computeFollowUpDay(consultation, weeks)
  const wantedAt = wallTimeToInstant({ day, time: instantToWallTime(consultation.startsAt).time })
  const wanted = { consultationId: '', startsAt: wantedAt, durationMinutes }
  const conflict = describeConflict(consultations, wanted)
  const isHeld = holds.some((hold) => Date.parse(hold.startsAt) < endOf(wanted) && Date.parse(wantedAt) < endOf(hold))
  // A consultation outside the opening hours may be repeated outside them.
  const isOpen = isWithinOpeningHours(hours, wanted) || !isWithinOpeningHours(hours, consultation)
  const holiday = findHoliday(hours, day)
  if (!conflict && !holiday && !isHeld && isOpen && Date.parse(wantedAt) > now.getTime())
    return { wantedAt, startsAt: wantedAt, conflict: undefined, holiday: undefined }

  const monday = mondayOf(day)
  const slots = listFreeSlots({
    // Notice and horizon apply to clients only.
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
    bookings: consultations.filter(occupiesTime),
    holds: holds.map((hold) => ({ startsAt: hold.startsAt, endsAt: new Date(endOf(hold)).toISOString() })),
  })
  const distance = (startsAt: string) => Math.abs(Date.parse(startsAt) - Date.parse(wantedAt))
  const working = slots.filter((startsAt) => !findHoliday(hours, instantToWallTime(startsAt).day))
  return { wantedAt, startsAt: working.toSorted((a, b) => distance(a) - distance(b))[0], conflict, holiday }
}

/** Why it is not the same hour as now; undefined if it is. */
export function explainFollowUp({ wantedAt, startsAt, conflict, holiday }: FollowUpProposal): string | undefined {
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
