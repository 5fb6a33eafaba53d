import { cpus } from 'node:os'
import { expect, test } from 'vitest'
import { countTestWorkers, measureBusyCores } from '../../bin/test-workers.mjs'

const countAt = (busyCores: number) => countTestWorkers({ cores: 2, busyCores })

test('the tests get two workers for each core, and one for each that something else keeps busy', () => {
  expect([0, 0.4, 1, 1.6, 2].map(countAt)).toEqual([4, 4, 3, 2, 2])
  expect(countTestWorkers({ cores: 1, busyCores: 1 })).toBe(1)
})

test('a core that works is counted as busy, and no more are than there are', async () => {
  let works = true
  const work = () => {
    const until = performance.now() + 20
    while (performance.now() < until) continue
    if (works) setImmediate(work)
  }
  work()

  const busy = await measureBusyCores()
  works = false

  expect(busy).toBeGreaterThan(0)
  expect(busy).toBeLessThanOrEqual(cpus().length)
})
