import { Entity, type EntityConfiguration } from 'electrodb'
import { refundReasons, refundStatuses } from '#contract/refunds'
import { tableIndexes } from './table.ts'

/**
 * Written before Stripe is called: `requested` until Stripe has accepted it. `amountCents` counts in the payment's
 * `refundedCents` unless it failed. Refunds made at Stripe itself have Stripe's id.
 */
export const refundEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'refund', version: '1' },
      attributes: {
        refundId: { type: 'string', required: true, readOnly: true },
        orderId: { type: 'string', required: true, readOnly: true },
        amountCents: { type: 'number', required: true, readOnly: true },
        status: { type: refundStatuses, required: true },
        reason: { type: refundReasons, required: true, readOnly: true },
        explanation: { type: 'string', readOnly: true },
        /** A user, or `stripe`. */
        requestedBy: { type: 'string', required: true, readOnly: true },
        requestedAt: { type: 'string', required: true, readOnly: true },
        stripeRefundId: { type: 'string' },
        /** How often Stripe has answered that it cannot make it now; part of the idempotency key. */
        stripeRefusals: { type: 'number' },
        /** By the payment service's clock: not tried before, because Stripe did not say whether it was made. */
        askAgainAt: { type: 'string' },
        failure: { type: 'string' },
        /** What was asked for, where a lost dispute left less or nothing: owed again when the bank reverses it. */
        owedCents: { type: 'number' },
        /** Ids of refunds at Stripe that a dispute ended: asked for again, they count no more. */
        endedByDispute: { type: 'list', items: { type: 'string' } },
      },
      indexes: {
        // Stripe's ids are case-sensitive; folded, two could become one.
        byOrder: {
          pk: { field: 'pk', composite: ['orderId'] },
          sk: { field: 'sk', composite: ['refundId'], casing: 'none' },
        },
        byStatus: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['requestedAt'] },
        },
      },
    },
    config,
  )
