import { describe, expect, test } from 'vitest'
import { consultationTypes } from '#contract/consultation-types'
import { countPerDay, countWithoutWastefulPause, findBetterStartStep } from '#contract/consultations-per-day'
import { defaultOpeningHours, OpeningHours } from '#contract/opening-hours'

const toTypes = (durationMinutes: number, pauseMinutes: number): OpeningHours['types'] => ({
  ...defaultOpeningHours.types,
  primera_consulta: { durationMinutes, pauseMinutes },
})
/** For the default weekly hours: five in the morning, three in the afternoon. */
const withFirst = (
  durationMinutes: number,
  pauseMinutes: number,
  startEveryMinutes: OpeningHours['startEveryMinutes'],
) => OpeningHours.parse({ ...defaultOpeningHours, types: toTypes(durationMinutes, pauseMinutes), startEveryMinutes })

const ofFirst = (hours: OpeningHours) => [
  countPerDay(hours, 'primera_consulta')?.most,
  countWithoutWastefulPause(hours, 'primera_consulta')?.most,
  findBetterStartStep(hours, 'primera_consulta'),
]

describe('A-70 of the hours that the practice starts with', () => {
  test('each first consultation takes two of those that are offered: half as many fit as without its pause', () => {
    expect(countPerDay(defaultOpeningHours, 'primera_consulta')).toEqual({ fewest: 8, most: 8 })
    expect(countWithoutWastefulPause(defaultOpeningHours, 'primera_consulta')).toEqual({ fewest: 16, most: 16 })
  })

  test('every 45 minutes suits the first consultation, and none of the others becomes less for it', () => {
    const changed = {
      ...defaultOpeningHours,
      startEveryMinutes: findBetterStartStep(defaultOpeningHours, 'primera_consulta'),
    }
    const hours = OpeningHours.parse(changed)

    expect(hours.startEveryMinutes).toBe(45)
    expect(ofFirst(hours)).toEqual([11, undefined, undefined])
    for (const type of consultationTypes)
      expect(countPerDay(hours, type)?.most).toBeGreaterThanOrEqual(countPerDay(defaultOpeningHours, type)?.most ?? 9)
  })

  test('the pause after an hour costs three of eight, and no other starts suit it', () => {
    expect(countPerDay(defaultOpeningHours, 'seguimiento')?.most).toBe(5)
    expect(countWithoutWastefulPause(defaultOpeningHours, 'seguimiento')?.most).toBe(8)
    expect(findBetterStartStep(defaultOpeningHours, 'seguimiento')).toBeUndefined()
  })
})

describe('A-70 a pause', () => {
  test.each([
    ['that is none', withFirst(30, 0, 30), 16],
    ['that ends when an hour is offered', withFirst(45, 15, 60), 8],
    ['that is a whole hour', withFirst(60, 60, 60), 5],
    ['that is as long as the starts are apart', withFirst(60, 30, 30), 5],
  ])('%s takes nothing for nothing', (_, hours, fit) => {
    expect(ofFirst(hours).slice(0, 2)).toEqual([fit, undefined])
  })

  test('that is shorter than the starts are apart takes the rest of them as well', () => {
    expect(ofFirst(withFirst(30, 5, 30))).toEqual([8, 16, 45])
  })
})

test('A-70 starts with which fewer of another type fit are not offered', () => {
  const hours = withFirst(30, 10, 30)
  const types = { ...hours.types, general: { durationMinutes: 60, pauseMinutes: 0 } }

  expect(findBetterStartStep({ ...hours, types }, 'primera_consulta')).toBeUndefined()
})

describe('A-70 how many fit a day', () => {
  test('is said of the days that are open, whatever the notice, the last day and the dates of their own', () => {
    const closures = [{ from: '2025-12-01', to: '2026-11-30', reason: 'Obras' }]
    const hours = {
      ...defaultOpeningHours,
      friday: [{ opensAt: '09:00', closesAt: '11:00' }],
      closures,
      horizonDays: 1,
    }

    expect(countPerDay({ ...hours, noticeHours: 336 }, 'primera_consulta')).toEqual({ fewest: 2, most: 8 })
  })

  test('is none where all are too short, and unsaid where none is open', () => {
    const week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
    const short = [{ opensAt: '09:00', closesAt: '09:15' }]

    expect(countPerDay({ ...defaultOpeningHours, ...week, monday: short }, 'general')).toEqual({ fewest: 0, most: 0 })
    expect(countPerDay({ ...defaultOpeningHours, ...week }, 'general')).toBeUndefined()
  })
})
