import { Entity, type EntityConfiguration } from 'electrodb'
import { disputeStates } from '#contract/disputes'

/** A dispute of an order's payment, as last read from Stripe. A lost one has a refund with the reason `bank`. */
export const disputeEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'dispute', version: '1' },
      attributes: {
        disputeId: { type: 'string', required: true, readOnly: true },
        orderId: { type: 'string', required: true, readOnly: true },
        amountCents: { type: 'number', required: true },
        /** What it has taken from the account, less what came back; `amountCents` while Stripe lists no movement. */
        takenCents: { type: 'number' },
        state: { type: disputeStates, required: true },
        /** Stripe's own; an inquiry's begins with `warning_`. */
        status: { type: 'string', required: true },
        /** Stripe's code for what the buyer told the bank. */
        reason: { type: 'string', required: true },
        answerBy: { type: 'string' },
        openedAt: { type: 'string', required: true },
        closedAt: { type: 'string' },
      },
      indexes: {
        // Stripe's ids are case-sensitive; folded, two could become one.
        byOrder: {
          pk: { field: 'pk', composite: ['orderId'] },
          sk: { field: 'sk', composite: ['disputeId'], casing: 'none' },
        },
      },
    },
    config,
  )
