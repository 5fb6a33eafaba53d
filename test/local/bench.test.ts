import { beforeAll, describe, expect, test } from 'vitest'
import { benchActions } from '../../bin/bench/measure/actions.ts'
import { openBenchProduct } from '../../bin/bench/measure/bench-product.ts'
import { allowedGrowthByAction } from '../../bin/bench/measure/growing-actions.ts'
import { type GrowthRow, measureGrowth } from '../../bin/bench/measure/measure-growth.ts'
import { measureAgenda } from '../../bin/bench/measure/measure-agenda.ts'
import {
  measureSequentially,
  createMix,
  listDifferences,
  loadMix,
  runLoadStep,
} from '../../bin/bench/measure/measure-load.ts'
import { estimateMonth, formatMonth } from '../../bin/bench/measure/monthly-price.ts'

let rows: readonly GrowthRow[] = []

beforeAll(async () => {
  rows = await measureGrowth([20, 200])
}, 600_000)

describe('in a practice of two hundred clients', () => {
  test.each(benchActions.map(({ name }) => name))(
    '%s costs no more than is written down, beside one of twenty',
    (name) => {
      const row = rows.find(({ action }) => action.name === name)

      expect(row?.measured).toHaveLength(2)
      expect(row?.growth).toBeLessThanOrEqual(row?.maxGrowth ?? 0)
    },
  )

  test('what may grow is asked, and says why', () => {
    const names = benchActions.map(({ name }) => name)

    expect(Object.keys(allowedGrowthByAction).filter((name) => !names.includes(name))).toEqual([])
  })

  test('a month has a price for each service, and more clients cost more', () => {
    const months = [100, 10_000, 1_000_000].map((clients) => estimateMonth(clients, rows))
    const totals = months.map(({ lines }) => Object.values(lines).reduce((sum, each) => sum + each, 0))

    expect(totals.every(Number.isFinite)).toBe(true)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(formatMonth(months)).toContain('| in all |')
  })
})

test('A-70 free hours, holds, agenda and reminders of full weeks cost the same in practices of twenty and of two hundred clients', async () => {
  const agenda = await measureAgenda([20, 200])

  expect(agenda).toHaveLength(7)
  for (const { name, measured } of agenda) {
    const [small, large] = measured.map(({ requests, readUnits, writeUnits }) => ({ requests, readUnits, writeUnits }))
    expect(large, name).toEqual(small)
  }
}, 120_000)

describe('the load run', () => {
  test('asks its mix of panels, lists, writes and sign-ins in every hundred', () => {
    const pick = createMix()
    const kinds = Array.from({ length: 100 }, (_, n) => pick(n).kind)

    for (const [kind, percent] of Object.entries(loadMix))
      expect(kinds.filter((each) => each === kind)).toHaveLength(percent)
  })

  test('is answered without an error, for the units that the same calls cost one by one', async () => {
    const product = await openBenchProduct()
    const options = { rate: 50, seconds: 4, callers: 20 }
    try {
      await product.grow(0, 20)
      await measureSequentially(product, options)

      const step = await runLoadStep(product, options)
      const alone = await measureSequentially(product, options)

      expect(step.errors).toEqual({})
      expect(alone.size).toBeGreaterThan(60)
      expect(listDifferences(alone, step).filter(({ why }) => !why)).toEqual([])
    } finally {
      await product.close()
    }
  }, 300_000)
})
