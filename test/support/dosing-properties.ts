import { assert, constant, constantFrom, integer, nat, property, record, shuffledSubarray, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/calendar-days'
import {
  type DosingCourse,
  computeDosesOnDay,
  dosesPerDayByFrequency,
  doseFrequencies,
  sortDistinctDoseTimes,
  dosePatterns,
  doseTimeOptions,
} from '#contract/dosing'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import { formatDoseFrequency } from '#contract/dosing-text'
import { parseDoseFrequency } from './parse-dosing-text.ts'

/** By the machine's calendar, unlike the code under test: noon is on the same day in every zone. */
const noonOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
const dayOf = (noon: Date) =>
  [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
const daysFrom = (day: string, count: number): readonly Date[] => {
  const first = noonOf(day)
  return Array.from(
    { length: count },
    (_, later) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + later, 12),
  )
}

function daysOn({ pattern, startDate }: DosingCourse, days: readonly Date[]): readonly boolean[] {
  const start = noonOf(startDate)
  /** The same day of a later month, or its last day. */
  const monthBegins = (months: number) => {
    const lastDate = new Date(start.getFullYear(), start.getMonth() + months + 1, 0).getDate()
    return new Date(start.getFullYear(), start.getMonth() + months, Math.min(start.getDate(), lastDate), 12)
  }
  let months = 0
  return days.map((day, index) => {
    while (day >= monthBegins(months + 1)) months += 1
    const isWeekend = day.getDay() === 0 || day.getDay() === 6
    return {
      Continuo: true,
      '5 días sí 2 días no': index % 7 <= 4,
      '3 semanas sí 1 semana no': Math.floor(index / 7) % 4 !== 3,
      '1 mes sí 1 mes no': months % 2 === 0,
      'Solo fines de semana': isWeekend,
      'Solo días laborables': !isWeekend,
    }[pattern]
  })
}

function daysTaken(course: DosingCourse, days: readonly Date[]): readonly boolean[] {
  const on = daysOn(course, days)
  const weekly = { '3 veces por semana': 3, '1 vez por semana': 1 }[course.frequency as '1 vez por semana']
  return days.map((day, index) => {
    if (!on[index]) return false
    if (course.frequency === 'Cada 2 días') return index % 2 === 0
    if (weekly === undefined) return true
    const date = day.getDay()
    if (course.pattern === 'Solo días laborables') return weekly === 3 ? [1, 3, 5].includes(date) : date === 1
    if (course.pattern === 'Solo fines de semana') return date === 6
    return weekly === 3 ? [0, 2, 4].includes(index % 7) : index % 7 === 0
  })
}

/**
 * Thirty years with leap years, month ends and every clock change; from 2012 on, when both zones' present laws applied.
 */
const anyDay = integer({ min: 0, max: 30 * 365 }).map((days) => addDays('2012-01-01', days))
const anyMoments = tuple(nat(8), shuffledSubarray([...doseTimeOptions])).map(([count, some]) => some.slice(0, count))
const anyCourse = record({
  frequency: constantFrom(...doseFrequencies),
  times: anyMoments,
  pattern: constantFrom(...dosePatterns),
  startDate: anyDay,
  endDate: constant(null),
})
const agreeing = anyCourse.filter(
  (course) => findDosingContradiction({ ...course, foodRelation: 'Indiferente' }) === undefined,
)

const dosesOf = (course: DosingCourse, days: readonly Date[]) =>
  days.map((day) => computeDosesOnDay(course, dayOf(day)))

/** `zone` is the time zone of the machine that runs the suite. */
export function describeDosesInZone(zone: string): void {
  describe(`A-66 what a prescription says and what the calendar shows, in ${zone}`, () => {
    test('is the zone of this suite', () => {
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    })

    test('takes per day × days are what the frequency says, for every pattern, over changes of clocks and month ends', () => {
      assert(
        property(agreeing, integer({ min: 1, max: 200 }), (course, count) => {
          const days = daysFrom(course.startDate, count)

          const doses = dosesOf(course, days)

          const taken = daysTaken(course, days)
          expect(doses.flat()).toHaveLength(taken.filter(Boolean).length * dosesPerDayByFrequency[course.frequency])
          expect(doses.map(({ length }) => length > 0)).toEqual(taken)
        }),
        { numRuns: 300 },
      )
    })

    test('every dose is at a moment that was chosen, and no moment is there twice', () => {
      assert(
        property(anyCourse, nat(400), (course, later) => {
          const doses = computeDosesOnDay(course, addDays(course.startDate, later))

          expect(doses.every((time) => course.times.includes(time))).toBe(true)
          expect(sortDistinctDoseTimes(doses)).toEqual(doses)
        }),
      )
    })

    test('SUP-10 the words of a prescription name as many moments as its calendar has doses on a day, and the same ones', () => {
      assert(
        property(agreeing, nat(400), (course, later) => {
          const named = parseDoseFrequency(formatDoseFrequency(course))?.times ?? []
          const doses = computeDosesOnDay(course, addDays(course.startDate, later))

          expect(named).toHaveLength(dosesPerDayByFrequency[course.frequency])
          expect([[], named.toSorted()]).toContainEqual(doses.toSorted())
        }),
      )
    })

    test('of a prescription that contradicts itself never more is shown than the fewer of what it says', () => {
      assert(
        property(anyCourse, nat(400), (course, later) => {
          const fewer = Math.min(dosesPerDayByFrequency[course.frequency], sortDistinctDoseTimes(course.times).length)

          expect([0, fewer]).toContain(computeDosesOnDay(course, addDays(course.startDate, later)).length)
        }),
      )
    })

    test('a course with an end has the doses up to it and none after', () => {
      assert(
        property(agreeing, integer({ min: 0, max: 120 }), (course, length) => {
          const days = daysFrom(course.startDate, length + 60)
          const ending = { ...course, endDate: addDays(course.startDate, length) }

          expect(dosesOf(ending, days)).toEqual([
            ...dosesOf(course, days.slice(0, length + 1)),
            ...days.slice(length + 1).map(() => []),
          ])
        }),
        { numRuns: 50 },
      )
    })
  })
}
