import { array, assert as check, integer, nat, pre, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeBudgetParts,
  computeBudgetRefund,
  computeOwedCents,
  computePartDueDays,
  computeUnitValues,
  findUnpaidPartBefore,
  splitCents,
  spreadRefund,
} from '#contract/budget-rules'
import { isPersonTaxId, PersonTaxId } from '#contract/tax-id'
import { createBudgetOption } from '../support/budgets.ts'

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const cents = integer({ min: 1, max: 1_000_000 })
const counted = record({
  count: integer({ min: 0, max: 24 }),
  referenceCents: integer({ min: 0, max: 100_000 }),
})
const anyOption = record({ consultations: counted, analyses: counted, months: counted, priceCents: cents }).filter(
  ({ consultations, analyses, months }) =>
    [consultations, analyses, months].some(({ count, referenceCents }) => count * referenceCents > 0),
)

const useOf = (consultations: number, analyses: number, today: string) => ({
  consultations: Array.from({ length: consultations }, (_, index) => ({
    number: index + 1,
    heldMinutes: 30,
    durationMinutes: 30,
  })),
  analyses: Array.from({ length: analyses }, (_, index) => index + 1),
  startDay: '2026-01-31',
  today,
})

describe('A-73 the cents of a budget', () => {
  test('are split so that they add up, and no share is a cent from the exact one', () => {
    check(
      property(cents, array(integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 }), (total, weights) => {
        const all = sum(weights)
        pre(all > 0)
        const shares = splitCents(total, weights)
        expect(sum(shares)).toBe(total)
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (total * (weights[index] ?? 0)) / all)).toBeLessThan(1)
      }),
    )
  })

  test('of its parts add up to the price and differ by one at most', () => {
    check(
      property(cents, integer({ min: 0, max: 2 }), (priceCents, later) => {
        const laterParts = [1, 2].slice(0, later).map((number) => ({ kind: 'month' as const, number }))
        const amounts = computeBudgetParts({ priceCents, laterParts }).map(({ amountCents }) => amountCents)
        expect(sum(amounts)).toBe(priceCents)
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('of all that it includes add up to the price', () => {
    check(
      property(anyOption, (each) => {
        expect(sum(Object.values(computeUnitValues(each)).flat())).toBe(each.priceCents)
      }),
    )
  })

  test('owed for all of it are the price, for nothing none, and for one more never less', () => {
    check(
      property(anyOption, nat(24), (each, held) => {
        const { consultations, analyses } = each
        expect(computeOwedCents(each, useOf(0, 0, '2026-01-31'))).toBe(0)
        expect(computeOwedCents(each, useOf(consultations.count, analyses.count, '2030-01-31'))).toBe(each.priceCents)
        const some = Math.min(held, consultations.count)
        const fewer = computeOwedCents(each, useOf(Math.max(0, some - 1), 0, '2026-03-01'))
        expect(computeOwedCents(each, useOf(some, 0, '2026-03-01'))).toBeGreaterThanOrEqual(fewer)
      }),
    )
  })

  test('that go back are spread over the payments, the latest first, and never more than each has', () => {
    check(
      property(array(nat(50_000), { minLength: 1, maxLength: 3 }), nat(100), (left, percent) => {
        const refund = Math.floor((sum(left) * percent) / 100)
        const spread = spreadRefund(refund, left)
        expect(sum(spread)).toBe(refund)
        for (const [index, each] of spread.entries()) {
          expect(each).toBeLessThanOrEqual(left[index] ?? 0)
          const later = spread.slice(index + 1)
          expect(later).toEqual(each > 0 ? left.slice(index + 1) : later)
        }
      }),
    )
  })
})

describe('A-73 the days of the parts of a budget', () => {
  test('are in the order in which they are paid: one that stands before an earlier one is due with it', () => {
    const parts = [
      { before: null },
      { before: { kind: 'consultation' as const, number: 3 } },
      { before: { kind: 'month' as const, number: 2 } },
    ]

    expect(computePartDueDays(parts, createBudgetOption(), '2026-11-21')).toEqual([
      '2026-11-21',
      '2026-12-21',
      '2026-12-21',
    ])
  })
})

describe('A-73 what is owed of a budget', () => {
  const use = { consultations: [], analyses: [], startDay: '2026-11-21', today: '2026-11-21' }

  test('of a consultation that was broken off is its minutes, rounded for the client', () => {
    const consultations = [{ number: 1, heldMinutes: 10, durationMinutes: 30 }]

    // A third of 66.32.
    expect(computeOwedCents(createBudgetOption(), { ...use, consultations })).toBe(2_210)
  })

  test('of a month is its days', () => {
    const option = createBudgetOption({
      consultations: { count: 0, type: 'seguimiento', durationMinutes: 30, referenceCents: 0 },
      analyses: { count: 0, referenceCents: 0 },
      months: { count: 3, referenceCents: 100 },
      priceCents: 30_000,
    })

    expect(computeOwedCents(option, { ...use, today: '2026-12-06' })).toBe(5_000)
    expect(computeOwedCents(option, { ...use, today: '2026-12-21' })).toBe(10_000)
  })
})

describe('A-73 what a cancelled budget gives back', () => {
  const facts = { acceptedAt: '2026-11-21T09:00:00.000Z', expressRequest: false, paidCents: 10_000, owedCents: 4_000 }

  test.each([
    [
      'everything within the 14 days without express request',
      { now: '2026-12-05T22:59:59.999Z' },
      { refundCents: 10_000, rule: 'withdrawal' },
    ],
    [
      'what was not used with it',
      { now: '2026-12-05T22:59:59.999Z', expressRequest: true },
      { refundCents: 6_000, rule: 'withdrawal-in-part' },
    ],
    ['what was not used afterwards', { now: '2026-12-05T23:00:00.000Z' }, { refundCents: 6_000, rule: 'unused' }],
  ])('%s', (_, changes, terms) => {
    expect(computeBudgetRefund({ ...facts, ...changes })).toMatchObject(terms)
  })

  test('is never less than nothing', () => {
    expect(computeBudgetRefund({ ...facts, now: '2027-01-01T09:00:00.000Z', owedCents: 20_000 }).refundCents).toBe(0)
  })
})

describe('A-73 a part that is not paid', () => {
  const paidAt = '2026-11-21T09:00:00.000Z'
  const parts = [
    { number: 1, amountCents: 1, before: null, paidAt },
    { number: 2, amountCents: 1, before: { kind: 'consultation' as const, number: 2 } },
    { number: 3, amountCents: 1, before: { kind: 'month' as const, number: 3 } },
  ]
  const asked = (kind: 'analysis' | 'consultation', number: number, day: string) =>
    findUnpaidPartBefore(parts, { kind, number, day }, '2026-11-21')?.number

  test('stops its own service and those after, and everything once its month begins', () => {
    expect(asked('consultation', 1, '2026-12-01')).toBeUndefined()
    expect(asked('analysis', 1, '2026-12-01')).toBeUndefined()
    expect(asked('consultation', 2, '2026-12-01')).toBe(2)
    expect(asked('consultation', 3, '2026-12-01')).toBe(2)
    expect(asked('analysis', 1, '2027-01-20')).toBeUndefined()
    expect(asked('analysis', 1, '2027-01-21')).toBe(3)
  })

  test('is one that went back as well', () => {
    const [first] = parts
    const back = first ? [{ ...first, refundedAt: paidAt }] : []

    expect(findUnpaidPartBefore(back, { kind: 'analysis', number: 1, day: '2026-12-01' }, '2026-11-21')).toBeDefined()
  })
})

describe('a NIF or NIE', () => {
  test.each(['00000000T', '12345678Z', 'X0000000T', 'Y0000000Z', 'Z0000000M'])('%s is one', (text) => {
    expect(isPersonTaxId(text)).toBe(true)
  })

  test.each(['00000000A', '12345678', 'X0000000Z', 'B00000000', '1234567Z', ''])('«%s» is none', (text) => {
    expect(isPersonTaxId(text)).toBe(false)
  })

  test('is kept in one way, however it is written', () => {
    expect(PersonTaxId.parse(' 12.345.678-z ')).toBe('12345678Z')
  })
})
