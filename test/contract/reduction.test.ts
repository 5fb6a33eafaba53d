import { describe, expect, test } from 'vitest'
import { computeListAndSalePrices } from '#contract/price-reduction'

describe('A-33 the price that may stand crossed out', () => {
  test('is the one that was asked before', () => {
    const prices = computeListAndSalePrices([
      { from: '2026-01-01', cents: 10_000 },
      { from: '2026-11-01', cents: 8000 },
    ])

    expect(prices).toEqual({ listCents: 10_000, saleCents: 8000 })
  })

  test('is the lowest of the thirty days before, also where it was raised in between', () => {
    const prices = computeListAndSalePrices([
      { from: '2026-01-01', cents: 9000 },
      { from: '2026-10-03', cents: 10_000 },
      { from: '2026-11-01', cents: 8000 },
    ])

    expect(prices.listCents).toBe(9000)
  })

  test('is not one that ended more than thirty days before', () => {
    const prices = computeListAndSalePrices([
      { from: '2026-01-01', cents: 9000 },
      { from: '2026-10-02', cents: 10_000 },
      { from: '2026-11-01', cents: 8000 },
    ])

    expect(prices.listCents).toBe(10_000)
  })

  test.each([
    ['was raised', [{ from: '2026-10-01', cents: 7000 }]],
    [
      'was as low some days ago',
      [
        { from: '2026-01-01', cents: 10_000 },
        { from: '2026-10-10', cents: 8000 },
        { from: '2026-10-20', cents: 10_000 },
      ],
    ],
    ['is the first there was', []],
  ] as const)('is none where the price %s', (_, [first, ...rest]) => {
    const last = { from: '2026-11-01', cents: 8000 }

    const prices = computeListAndSalePrices(first ? [first, ...rest, last] : [last])

    expect(prices).toEqual({ listCents: 8000, saleCents: 8000 })
  })
})
