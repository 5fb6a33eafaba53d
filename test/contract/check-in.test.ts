import { describe, expect, test } from 'vitest'
import { checkInItems, checkInSteps, isCheckInOpen, isGettingWorse, listedCheckInWeeks } from '#contract/check-in'
import { checkInStepLabels } from '#contract/check-in-labels'

const at = (instant: string) => new Date(instant)

describe('a week can be answered', () => {
  test.each([
    ['from its Monday at the practice, which is Sunday evening in UTC', '2026-11-15T23:00:00.000Z', true],
    ['not a second before', '2026-11-15T22:59:59.000Z', false],
    ['until its Sunday is over at the practice', '2026-11-22T22:59:59.000Z', true],
    ['not a second longer', '2026-11-22T23:00:00.000Z', false],
  ])('%s', (_, instant, isOpen) => {
    expect(isCheckInOpen('2026-11-16', instant, at(instant))).toBe(isOpen)
  })

  test('with clocks that go back on its Sunday until midnight of those clocks', () => {
    expect(isCheckInOpen('2026-10-19', '2026-10-25T22:59:59.000Z', at('2026-10-25T22:59:59.000Z'))).toBe(true)
    expect(isCheckInOpen('2026-10-19', '2026-10-25T23:00:00.000Z', at('2026-10-25T23:00:00.000Z'))).toBe(false)
  })

  test('also where the answer waited a week for a connection, and no longer', () => {
    const written = '2026-11-20T20:00:00.000Z'

    expect(isCheckInOpen('2026-11-16', written, at('2026-11-29T22:59:00.000Z'))).toBe(true)
    expect(isCheckInOpen('2026-11-16', written, at('2026-11-29T23:00:00.000Z'))).toBe(false)
  })
})

const scores = (step: number) => ({ bloating: step, energy: step, sleep: step, mood: step })
const weeks = (...steps: readonly (readonly [week: string, step: number])[]) =>
  steps.map(([week, step]) => ({ week, ...scores(step) }))

describe('two weeks worse', () => {
  test.each([
    ['each less than the one before', weeks(['2026-11-16', 2], ['2026-11-09', 3], ['2026-11-02', 4]), true],
    ['one alone', weeks(['2026-11-16', 2], ['2026-11-09', 3]), false],
    ['the same again', weeks(['2026-11-16', 3], ['2026-11-09', 3], ['2026-11-02', 4]), false],
    ['better again', weeks(['2026-11-16', 4], ['2026-11-09', 3], ['2026-11-02', 5]), false],
    ['a week without an answer between', weeks(['2026-11-23', 2], ['2026-11-09', 3], ['2026-11-02', 4]), false],
    ['a week without an answer before', weeks(['2026-11-16', 2], ['2026-11-09', 3], ['2026-10-26', 4]), false],
    ['nothing', [], false],
  ])('%s', (_, latestFirst, isWorse) => {
    expect(isGettingWorse(latestFirst)).toBe(isWorse)
  })

  test('is about the sum: better sleep outweighs as much more bloating', () => {
    const earlier = weeks(['2026-11-09', 3], ['2026-11-02', 4])
    const latest = { week: '2026-11-16', ...scores(2) }

    expect(isGettingWorse([{ ...latest, sleep: 5, mood: 3 }, ...earlier])).toBe(false)
    expect(isGettingWorse([{ ...latest, sleep: 4, mood: 3 }, ...earlier])).toBe(true)
  })
})

test('half a year of weeks is listed, this one included', () => {
  expect(listedCheckInWeeks('2026-11-22')).toEqual({ from: '2026-05-25', to: '2026-11-16' })
})

test('each step of each of the four has words of its own', () => {
  for (const item of checkInItems) expect(new Set(checkInStepLabels[item]).size).toBe(checkInSteps.length)
})
