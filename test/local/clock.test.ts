import { expect, test } from 'vitest'
import { openAdjustableClock } from '../../bin/local/clock.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'

const DAY_MS = 86_400_000

test('the clock is moved on by an ISO duration and stays moved after a restart', () => {
  const store = openDocumentStore()
  const before = Date.now()

  openAdjustableClock(store).advance('P14D')
  const moved = openAdjustableClock(store).now().getTime() - before

  expect(Math.abs(moved - 14 * DAY_MS)).toBeLessThan(2 * 3_600_000)
})

test('two moves add up', () => {
  const clock = openAdjustableClock(openDocumentStore())

  const first = clock.advance('P1D').getTime()
  const second = clock.advance('PT1H').getTime()

  expect(Math.round((second - first) / 60_000)).toBe(60)
})

test.each(['tomorrow', '', '-P1D'])('%j is refused and leaves the clock where it was', (duration) => {
  const clock = openAdjustableClock(openDocumentStore())

  expect(() => clock.advance(duration)).toThrow(RangeError)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
})
