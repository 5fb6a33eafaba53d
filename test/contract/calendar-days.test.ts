import { describe, expect, test } from 'vitest'
import {
  instantToWallTime,
  isExistingWallTime,
  toPracticeTimestamp,
  toViewerDay,
  toViewerWallTime,
  toWallTimeInTimeZone,
  wallTimeToInstant,
} from '#contract/calendar-days'

describe('a time of the practice’s clock', () => {
  test.each([
    ['in winter', '2026-11-21', '09:00', '2026-11-21T08:00:00.000Z'],
    ['in summer', '2026-07-01', '00:30', '2026-06-30T22:30:00.000Z'],
    ['before the clocks go forward', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['after the clocks go forward', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['before the clocks go back', '2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['after the clocks go back', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s is an instant, and the other way round', (_when, day, time, instant) => {
    expect(wallTimeToInstant({ day, time })).toBe(instant)
    expect(instantToWallTime(instant)).toEqual({ day, time })
    expect(isExistingWallTime({ day, time })).toBe(true)
  })

  test('in the hour that is skipped in spring does not exist, and becomes an hour later', () => {
    const skipped = { day: '2026-03-29', time: '02:30' }

    expect(isExistingWallTime(skipped)).toBe(false)
    expect(instantToWallTime(wallTimeToInstant(skipped))).toEqual({ day: '2026-03-29', time: '03:30' })
  })

  test('in the hour that is repeated in autumn is the second of the two', () => {
    expect(wallTimeToInstant({ day: '2026-10-25', time: '02:30' })).toBe('2026-10-25T01:30:00.000Z')
  })

  test('of a form whose day or time was emptied is no fault', () => {
    expect(() => wallTimeToInstant({ day: '', time: '' })).not.toThrow()
  })

  test('is written with its seconds where it has to be sorted', () => {
    expect(toPracticeTimestamp('2026-11-21T23:00:05.999Z')).toBe('2026-11-22 00:00:05')
  })
})

test('an instant has another day and time in another zone', () => {
  expect(toWallTimeInTimeZone(new Date('2026-11-21T23:30:00.000Z'), 'America/Bogota')).toEqual({
    day: '2026-11-21',
    time: '18:30',
  })
})

test('the clock of this machine says day and time with two digits each', () => {
  expect(toViewerWallTime(new Date(2026, 2, 4, 5, 6))).toEqual({ day: '2026-03-04', time: '05:06' })
  expect(toViewerDay(new Date(2026, 2, 4, 23, 59))).toBe('2026-03-04')
})
