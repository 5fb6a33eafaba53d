import { array, assert, constantFrom, integer, nat, property, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { settleBankRefunds } from '../../../functions/payments/bank-refunds.ts'
import type { RefundedOrder, StoredDispute, StoredRefund } from '../../../functions/payments/refund-writes.ts'

const PAID_CENTS = 8000
const NOW = '2026-11-21T09:00:00.000Z'
const payment = { orderId: 'ord_1', amountCents: PAID_CENTS } as RefundedOrder['payment']

/** The product lets no more be asked for than was paid. */
const askedAmounts = array(integer({ min: 1, max: PAID_CENTS }), { maxLength: 3 }).map((all) =>
  all.reduce<number[]>(
    (kept, each) => [...kept, Math.min(each, PAID_CENTS - kept.reduce((sum, one) => sum + one, 0))],
    [],
  ),
)
const requests = askedAmounts.map((all) =>
  all
    .filter((cents) => cents > 0)
    .map((amountCents, place): StoredRefund => {
      const requestedAt = `2026-11-2${place}T09:00:00.000Z`
      const by = { reason: 'client', requestedBy: 'usr_1', requestedAt } as const
      return { refundId: `ref_${place}`, orderId: 'ord_1', amountCents, status: 'requested', ...by }
    }),
)

const outcomes = constantFrom<Pick<StoredDispute, 'state' | 'status'>>(
  { state: 'needs-response', status: 'needs_response' },
  { state: 'needs-response', status: 'appeal_needs_response' },
  { state: 'won', status: 'won' },
  { state: 'lost', status: 'lost' },
)

const disputes = record({ place: nat({ max: 2 }), cents: integer({ min: 1, max: 9000 }), outcome: outcomes }).map(
  ({ place, cents, outcome }): StoredDispute => ({
    disputeId: `du_${place}`,
    orderId: 'ord_1',
    amountCents: cents,
    takenCents: cents,
    reason: 'general',
    openedAt: NOW,
    ...outcome,
  }),
)

const replace = (all: readonly StoredDispute[], next: StoredDispute): readonly StoredDispute[] => [
  ...all.filter(({ disputeId }) => disputeId !== next.disputeId),
  next,
]

const isCounted = ({ status }: StoredRefund): boolean => status !== 'failed'
const sumOf = (refunds: readonly StoredRefund[]) =>
  refunds.filter(isCounted).reduce((sum, { amountCents }) => sum + amountCents, 0)

/** What counts of them; when the bank's was first taken is no part of it. */
const countedOf = (refunds: readonly StoredRefund[]) =>
  refunds
    .filter(isCounted)
    .map(({ refundId, amountCents, status }) => `${refundId} ${status} ${amountCents}`)
    .toSorted()

const byHand = { made: nat({ max: 3 }), told: array(disputes, { maxLength: 6 }), requests }

test('whatever the bank takes and gives back, no more than the payment counts as refunded', () => {
  assert(
    property(record(byHand), ({ made, told, requests: asked }) => {
      let known: readonly StoredDispute[] = []
      let refunds: readonly StoredRefund[] = asked.map((each, place) =>
        place < made ? { ...each, status: 'succeeded' } : each,
      )
      for (const dispute of told) {
        known = replace(known, dispute)
        refunds = settleBankRefunds({ payment, refunds, disputes: known }, NOW)

        expect(sumOf(refunds)).toBeLessThanOrEqual(PAID_CENTS)
        expect(refunds.filter(({ amountCents }) => amountCents < 0)).toEqual([])
      }
    }),
  )
})

test('the order in which disputes are told, and refunds fail, makes no difference to what counts', () => {
  assert(
    property(record(byHand), tuple(nat(), nat()), ({ made, told, requests: asked }, [failed, moment]) => {
      const start = asked.map((each, place) => (place < made ? { ...each, status: 'succeeded' as const } : each))
      const failing = start.length > 0 ? `ref_${failed % start.length}` : ''
      const fail = (refunds: readonly StoredRefund[]) =>
        refunds.map((each) =>
          each.refundId === failing && each.status === 'succeeded' ? { ...each, status: 'failed' as const } : each,
        )
      let known: readonly StoredDispute[] = []
      let refunds: readonly StoredRefund[] = start
      for (const [place, dispute] of told.entries()) {
        known = replace(known, dispute)
        refunds = settleBankRefunds(
          { payment, refunds: place === moment % told.length ? fail(refunds) : refunds, disputes: known },
          NOW,
        )
      }

      const atOnce = settleBankRefunds(
        { payment, refunds: told.length > 0 ? fail(start) : start, disputes: known },
        NOW,
      )

      expect(countedOf(refunds)).toEqual(countedOf(atOnce))
      expect(
        settleBankRefunds({ payment, refunds, disputes: known }, NOW).every((each) => refunds.includes(each)),
      ).toBe(true)
    }),
  )
})

test('a refund that was made after a loss had cut it is followed by one of the rest when the loss is reversed', () => {
  const [asked] = [
    { refundId: 'ref_1', orderId: 'ord_1', amountCents: PAID_CENTS, status: 'requested' } as StoredRefund,
  ]
  const lost = { disputeId: 'du_1', amountCents: 3000, state: 'lost', status: 'lost' } as StoredDispute
  const cut = settleBankRefunds({ payment, refunds: [asked], disputes: [lost] }, NOW)
  const made = cut.map((each) => ({ ...each, status: 'succeeded' as const }))

  const after = settleBankRefunds({ payment, refunds: made, disputes: [{ ...lost, state: 'won', status: 'won' }] }, NOW)

  expect(countedOf(cut)).toEqual(['ref_1 requested 5000', 'ref_du_1 succeeded 3000'])
  expect(countedOf(after)).toEqual(['ref_1 succeeded 5000', 'ref_1-rest requested 3000'])
})
