import { assert, date as dates, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeMonthBounds } from '../../../frontend/src/features/consultations/agenda-queries.ts'
import {
  addDays,
  addMonths,
  addMonthsToInstant,
  instantToWallTime,
  monthOf,
  shiftMonth,
  wallTimeToInstant,
} from '#contract/calendar-days'
import {
  formatDayTitle,
  buildMonthGrid,
  formatMonthTitle,
  parseMonth,
  weekdayNames,
  computeWeekBounds,
} from '../../../frontend/src/ui/calendar-month.ts'

const two = (number: number) => String(number).padStart(2, '0')
const months = tuple(integer({ min: 2000, max: 2099 }), integer({ min: 1, max: 12 })).map(
  ([year, month]) => `${year}-${two(month)}`,
)
const days = dates({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
}).map((date) => date.toISOString().slice(0, 10))

/** Computed without the code under test. */
const daysIn = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][number - 1] ?? 0
}

describe('ADM-07 ADM-08 LIM-16 the grid of a month', () => {
  test('A-56 has the week from Sunday to Saturday', () => {
    expect(weekdayNames.map(({ short }) => short)).toEqual(['Dom', 'Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb'])
  })

  test('has each day of the month once, in order, under its day of the week', () => {
    assert(
      property(months, (month) => {
        const weeks = buildMonthGrid(month)
        const inside = weeks.flat().filter((day) => monthOf(day) === month)
        expect(inside).toEqual(Array.from({ length: daysIn(month) }, (_, day) => `${month}-${two(day + 1)}`))
        for (const week of weeks) {
          expect(week.map((day) => new Date(`${day}T12:00:00Z`).getUTCDay())).toEqual([0, 1, 2, 3, 4, 5, 6])
        }
      }),
    )
  })

  test('has no week without a day of the month, and no day twice', () => {
    assert(
      property(months, (month) => {
        const weeks = buildMonthGrid(month)
        expect(weeks.every((week) => week.some((day) => monthOf(day) === month))).toBe(true)
        expect(new Set(weeks.flat()).size).toBe(weeks.length * 7)
      }),
    )
  })

  test.each([
    ['2026-02', 4],
    ['2028-02', 5],
    ['2026-05', 6],
    ['2000-02', 5],
    ['2100-02', 5],
  ])('%s fills %i weeks', (month, weeks) => {
    expect(buildMonthGrid(month)).toHaveLength(weeks)
  })

  test('has 29 days in the February of a leap year and of no other', () => {
    const lengths = ['2024-02', '2026-02', '2000-02', '2100-02'].map(
      (month) =>
        buildMonthGrid(month)
          .flat()
          .filter((day) => monthOf(day) === month).length,
    )

    expect(lengths).toEqual([29, 28, 29, 28])
  })
})

describe('moving about', () => {
  test('a step forward and one back lead to the same day, over the ends of months and years', () => {
    assert(
      property(days, integer({ min: -800, max: 800 }), (day, by) => {
        expect(addDays(addDays(day, by), -by)).toBe(day)
      }),
    )
  })

  test('the months go on in their order, and twelve of them are a year', () => {
    assert(
      property(months, (month) => {
        expect(shiftMonth(shiftMonth(month, 1), -1)).toBe(month)
        expect(shiftMonth(month, 12)).toBe(`${Number(month.slice(0, 4)) + 1}${month.slice(4)}`)
        expect(shiftMonth(month, 1) > month).toBe(true)
      }),
    )
  })

  test('a month on is the same day, or the last one of a shorter month', () => {
    assert(
      property(days, integer({ min: -30, max: 30 }), (day, by) => {
        const there = addMonths(day, by)
        expect(monthOf(there)).toBe(shiftMonth(monthOf(day), by))
        expect(Number(there.slice(8))).toBe(Math.min(Number(day.slice(8)), daysIn(monthOf(there))))
      }),
    )
  })

  test('the week of a day begins on a Sunday, ends on a Saturday and has the day in it', () => {
    assert(
      property(days, (day) => {
        const { first, last } = computeWeekBounds(day)
        expect([first <= day, day <= last, addDays(first, 6)]).toEqual([true, true, last])
        expect(formatDayTitle(first)).toMatch(/^domingo/)
      }),
    )
  })
})

const hours = (month: string) => {
  const { from, to } = computeMonthBounds(month)
  return (Date.parse(to) - Date.parse(from)) / 3_600_000 - daysIn(month) * 24
}

describe('ADM-21 A-37 months and hours of Madrid', () => {
  test('the months follow each other without a gap, also where the clocks change', () => {
    assert(
      property(months, (month) => {
        const { from, to } = computeMonthBounds(month)
        expect(computeMonthBounds(shiftMonth(month, 1)).from).toBe(to)
        expect(instantToWallTime(from)).toEqual({ day: `${month}-01`, time: '00:00' })
      }),
    )
  })

  test('March is an hour shorter than its days and October an hour longer', () => {
    expect([hours('2026-03'), hours('2026-10'), hours('2026-06')]).toEqual([-1, 1, 0])
  })

  test('what is typed is what is shown, for every quarter of every day but the hour that a spring night skips', () => {
    assert(
      property(days, integer({ min: 0, max: 95 }), (day, quarter) => {
        const time = `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`
        const shown = instantToWallTime(wallTimeToInstant({ day, time }))
        const skipped = time.startsWith('02') && shown.time.startsWith('03')
        expect(skipped ? { day, time } : shown).toEqual({ day, time })
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['2026-03-28', '12:00', '2026-03-28T11:00:00.000Z'],
    ['2026-03-29', '12:00', '2026-03-29T10:00:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-24', '12:00', '2026-10-24T10:00:00.000Z'],
    ['2026-10-25', '12:00', '2026-10-25T11:00:00.000Z'],
    ['2027-01-01', '00:15', '2026-12-31T23:15:00.000Z'],
  ])('%s at %s is %s', (day, time, instant) => {
    expect(wallTimeToInstant({ day, time })).toBe(instant)
  })
})

test('ADM-07 LIM-16 month and day read as a Spaniard writes them', () => {
  expect([formatMonthTitle('2026-12'), formatDayTitle('2026-12-01')]).toEqual([
    'diciembre de 2026',
    'martes, 1 de diciembre',
  ])
})

test.each([
  ['2026-12', '2026-12'],
  ['2026-13', undefined],
  ['1999-12', undefined],
  ['2026-1', undefined],
  ['x', undefined],
  [null, undefined],
])('a month %s in an address is %s', (text, month) => {
  expect(parseMonth(text)).toBe(month)
})

test('a term of months that has no such day ends on the last day of its month, at the same time', () => {
  expect(addMonthsToInstant(new Date('2027-03-31T22:20:30.456Z'), -1)).toEqual(new Date('2027-02-28T22:20:30.456Z'))
  expect(addMonthsToInstant(new Date('2028-02-29T10:00:00.000Z'), 72)).toEqual(new Date('2034-02-28T10:00:00.000Z'))
})
