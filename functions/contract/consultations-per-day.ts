import { addDays, toPracticeDay } from './calendar-days.ts'
import { type ConsultationType, consultationTypes } from './consultation-types.ts'
import { fillFreeSlots, type FreeSlotsQuery, listFreeSlots } from './free-slots.ts'
import { type OpeningHours, startSteps, weekdays } from './opening-hours.ts'

const SUNDAY = '2026-01-11'
const days = weekdays.map((weekday, index) => ({ weekday, day: addDays(SUNDAY, index) }))

const toWeek = (hours: OpeningHours, type: ConsultationType): FreeSlotsQuery => ({
  hours: { ...hours, closures: [], extraOpenings: [], noticeHours: 0, horizonDays: 14 },
  type,
  from: SUNDAY,
  to: addDays(SUNDAY, 6),
  now: new Date(`${addDays(SUNDAY, -1)}T12:00:00.000Z`),
  bookings: [],
  holds: [],
})

const countInWeek = (hours: OpeningHours, type: ConsultationType): number => fillFreeSlots(toWeek(hours, type)).length

export interface ConsultationsPerDay {
  readonly fewest: number
  readonly most: number
}

/** Consultations of a type that fit an otherwise empty day; undefined when no day is open. */
export function countPerDay(hours: OpeningHours, type: ConsultationType): ConsultationsPerDay | undefined {
  const filled = fillFreeSlots(toWeek(hours, type)).map(toPracticeDay)
  const counts = days
    .filter(({ weekday }) => hours[weekday].length > 0)
    .map(({ day }) => filled.filter((each) => each === day).length)
  return counts.length > 0 ? { fewest: Math.min(...counts), most: Math.max(...counts) } : undefined
}

const withoutPause = (hours: OpeningHours, type: ConsultationType): OpeningHours => ({
  ...hours,
  types: { ...hours.types, [type]: { ...hours.types[type], pauseMinutes: 0 } },
})

const everyMinutes = (hours: OpeningHours, startEveryMinutes: OpeningHours['startEveryMinutes']): OpeningHours => ({
  ...hours,
  startEveryMinutes,
})

/**
 * How many would fit without the pause, when offered starts make the pause take more time than itself; other starts
 * would fit more with the same pause.
 */
export function countWithoutWastefulPause(
  hours: OpeningHours,
  type: ConsultationType,
): ConsultationsPerDay | undefined {
  const present = countInWeek(hours, type)
  const isWasteful =
    countInWeek(withoutPause(hours, type), type) > present &&
    startSteps.some((step) => countInWeek(everyMinutes(hours, step), type) > present)
  return isWasteful ? countPerDay(withoutPause(hours, type), type) : undefined
}

/**
 * Step between starts with which more consultations of this type fit, each in its own offered start, and no fewer of
 * any other type.
 */
export function findBetterStartStep(hours: OpeningHours, type: ConsultationType) {
  const present = countInWeek(hours, type)
  const ofOthers = consultationTypes
    .filter((other) => other !== type)
    .map((other) => ({ other, fewest: countInWeek(hours, other) }))
  return startSteps.find((step) => {
    const changed = everyMinutes(hours, step)
    const count = countInWeek(changed, type)
    return (
      count > present &&
      count === listFreeSlots(toWeek(changed, type)).length &&
      ofOthers.every(({ other, fewest }) => countInWeek(changed, other) >= fewest)
    )
  })
}
