import { describe, expect, test } from 'vitest'
import { computeAnswerDue } from '#contract/answer-time'
import { describeAnswerDays, describeAnswerDue } from '#contract/answer-time-text'
import { defaultOpeningHours, type OpeningHours } from '#contract/opening-hours'

/** Monday to Friday, 9 to 14 and 16 to 19; in winter an hour ahead of UTC. */
const hours: OpeningHours = { ...defaultOpeningHours, answerDays: 2 }

describe('a question is to be answered', () => {
  test.each([
    [
      'on a working day by the closing of the second one after it',
      '2026-11-23T09:00:00.000Z',
      '2026-11-25T18:00:00.000Z',
    ],
    ['late in the evening as in the morning', '2026-11-23T22:30:00.000Z', '2026-11-25T18:00:00.000Z'],
    ['after midnight of the practice from that day on', '2026-11-23T23:30:00.000Z', '2026-11-26T18:00:00.000Z'],
    ['over a weekend', '2026-11-27T09:00:00.000Z', '2026-12-01T18:00:00.000Z'],
    ['on a Saturday, from which no day counts', '2026-11-28T09:00:00.000Z', '2026-12-01T18:00:00.000Z'],
    ['over the change of clocks', '2026-10-23T09:00:00.000Z', '2026-10-27T18:00:00.000Z'],
  ])('%s', (_, askedAt, dueAt) => {
    expect(computeAnswerDue(askedAt, hours)).toBe(dueAt)
  })

  test('not on days on which the practice is closed, holidays among them', () => {
    const closures = [{ from: '2026-12-07', to: '2026-12-08', reason: 'Puente de la Inmaculada' }]

    expect(computeAnswerDue('2026-12-04T09:00:00.000Z', { ...hours, closures })).toBe('2026-12-10T18:00:00.000Z')
  })

  test('also on a Saturday that opens exceptionally, when that closes', () => {
    const extraOpenings = [{ day: '2026-11-28', opensAt: '10:00', closesAt: '13:00' }]

    expect(computeAnswerDue('2026-11-26T09:00:00.000Z', { ...hours, extraOpenings })).toBe('2026-11-28T12:00:00.000Z')
  })

  test('within as many days as the practice has set', () => {
    expect(computeAnswerDue('2026-11-23T09:00:00.000Z', { ...hours, answerDays: 1 })).toBe('2026-11-24T18:00:00.000Z')
    expect(computeAnswerDue('2026-11-23T09:00:00.000Z', { ...hours, answerDays: 5 })).toBe('2026-11-30T18:00:00.000Z')
  })

  test('by a practice without opening hours on weekdays', () => {
    const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] }

    expect(computeAnswerDue('2026-11-27T09:00:00.000Z', { ...hours, ...closed })).toBe('2026-12-01T17:00:00.000Z')
  })
})

test('the due hour is said by weekday, and with its date where that is far away', () => {
  const now = new Date('2026-11-23T09:00:00.000Z')

  expect(describeAnswerDue('2026-11-26T13:00:00.000Z', now)).toBe('el jueves a las 14:00')
  expect(describeAnswerDue('2026-12-03T13:00:00.000Z', now)).toBe('el jueves 3 de diciembre a las 14:00')
  expect([describeAnswerDays(1), describeAnswerDays(2)]).toEqual(['1 día laborable', '2 días laborables'])
})
