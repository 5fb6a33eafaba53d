import { type Arbitrary, array, constantFrom, integer, record, tuple, uniqueArray } from 'fast-check'
import { addDays } from '#contract/calendar-days'
import { type OpenInterval, OpeningHours, startSteps } from '#contract/opening-hours'

const two = (number: number) => String(number).padStart(2, '0')
const quarterTime = (quarter: number) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`

/** Instant of a quarter of an hour, counted from midnight UTC. */
export const quarterAfter = (day: string, quarter: number) =>
  new Date(Date.parse(day) + quarter * 900_000).toISOString()

const intervals = uniqueArray(integer({ min: 0, max: 95 }), { minLength: 0, maxLength: 6 }).map((quarters) => {
  const sorted = quarters.toSorted((a, b) => a - b)
  return sorted.flatMap((opens, index): OpenInterval[] => {
    const closes = sorted[index + 1]
    return index % 2 === 0 && closes !== undefined
      ? [{ opensAt: quarterTime(opens), closesAt: quarterTime(closes) }]
      : []
  })
})
const nights = tuple(integer({ min: 0, max: 12 }), integer({ min: 13, max: 24 })).map(
  ([opens, closes]): OpenInterval[] => [{ opensAt: quarterTime(opens), closesAt: quarterTime(closes) }],
)

export const randomPause = integer({ min: 0, max: 6 }).map((fives) => fives * 5)

const lengthsFrom = (shortestQuarters: number) =>
  record({
    durationMinutes: integer({ min: shortestQuarters, max: 8 }).map((quarters) => quarters * 15),
    pauseMinutes: randomPause,
  })
const lengths = lengthsFrom(1)

export const randomOpeningHours = (monday: string): Arbitrary<OpeningHours> =>
  record({
    monday: intervals,
    tuesday: intervals,
    wednesday: intervals,
    thursday: intervals,
    friday: intervals,
    saturday: intervals,
    sunday: nights,
    closures: array(integer({ min: -3, max: 8 }), { maxLength: 1 }).map((days) =>
      days.map((day) => ({ from: addDays(monday, day), to: addDays(monday, day + 1), reason: 'Vacaciones' })),
    ),
    extraOpenings: array(tuple(integer({ min: 0, max: 6 }), nights), { maxLength: 2 }).map((extras) =>
      extras.flatMap(([day, times]) => times.map((time) => ({ day: addDays(monday, day), ...time }))),
    ),
    types: record({
      general: lengths,
      seguimiento: lengths,
      primera_consulta: lengthsFrom(2),
      revision: lengths,
      urgente: lengths,
    }),
    startEveryMinutes: constantFrom(...startSteps),
    noticeHours: integer({ min: 0, max: 60 }),
    horizonDays: integer({ min: 1, max: 12 }),
    answerDays: integer({ min: 1, max: 10 }),
    noShowRule: constantFrom('lost', 'refund'),
  }).filter((hours) => OpeningHours.safeParse(hours).success)
