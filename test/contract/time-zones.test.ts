import { describe, expect, test } from 'vitest'
import { formatOtherTime, formatTimeZone, TimeZoneName } from '#contract/time-zones'

describe('the time zone of a browser', () => {
  test.each(['Europe/Madrid', 'Atlantic/Canary', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'UTC'])(
    '%s is taken',
    (name) => expect(TimeZoneName.safeParse(name).success).toBe(true),
  )

  test.each([
    '',
    'Canarias',
    'Europe/Madrd',
    '+01:00',
    'Europe/Madrid\n',
    '../Madrid',
    '<b>Europe/Madrid',
    `Europe/${'a'.repeat(65)}`,
    7,
  ])('%j is none', (name) => expect(TimeZoneName.safeParse(name).success).toBe(false))

  test('has a Spanish name, or none', () => {
    expect(['Atlantic/Canary', 'America/Bogota'].map(formatTimeZone)).toEqual(['hora de Canarias', 'hora de Colombia'])
    expect(formatTimeZone('Etc/GMT+5')).toBeUndefined()
  })

  test.each([
    ['an hour less', '2026-12-01T16:30:00.000Z', 'Atlantic/Canary', '16:30'],
    ['the day before', '2026-12-01T03:30:00.000Z', 'America/Bogota', 'lun 22:30'],
    ['the same clocks', '2026-12-01T16:30:00.000Z', 'Europe/Paris', undefined],
    ['the same in winter', '2026-12-01T16:30:00.000Z', 'Africa/Algiers', undefined],
    ['an hour less in summer', '2026-07-01T16:30:00.000Z', 'Africa/Algiers', '17:30'],
    [
      'four hours less in the week in which only one has changed its clocks',
      '2026-10-28T16:30:00.000Z',
      'America/New_York',
      '12:30',
    ],
  ])('says %s', (_, instant, timeZone, time) => expect(formatOtherTime(instant, timeZone)).toBe(time))
})
