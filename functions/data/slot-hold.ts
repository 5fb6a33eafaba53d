import { Entity, type EntityConfiguration } from 'electrodb'
import { ProductKey } from '#contract/product-key'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * An hour kept for a visitor while they pay, or for a client of the waiting list, under the id of its future
 * consultation. One for each ticket. Instants are by the payment service's clock, except `startsAt`. A lapsed hold
 * keeps its time until it is removed; with an order only after Stripe confirms that its session can no longer be paid.
 */
export const slotHoldEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'slotHold', version: '1' },
      attributes: {
        /**
         * SHA-256 of the ticket, which only the visitor's browser has; `waiting-list <startsAt>` for a client of that
         * list.
         */
        ticketHash: { type: 'string', required: true, readOnly: true },
        consultationId: { type: 'string', required: true },
        startsAt: { type: 'string', required: true },
        durationMinutes: { type: 'number', required: true },
        pauseMinutes: { type: 'number', required: true },
        /** Not set for an hour offered to a client of the waiting list. */
        product: { type: ProductKey.options },
        /** Keyed hashes, so that the table contains no IP address. */
        network: { type: 'string', required: true },
        provider: { type: 'string', required: true },
        heldUntil: { type: 'string', required: true },
        orderId: { type: 'string' },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byTicket: { pk: { field: 'pk', composite: ['ticketHash'] }, sk: { field: 'sk', composite: [] } },
        byNetwork: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['network'] },
          sk: { field: 'gsi1sk', composite: ['startsAt', 'ticketHash'] },
        },
        byStart: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['startsAt', 'ticketHash'] },
        },
      },
    },
    config,
  )

/**
 * Unpaid holds of a network, or the quarters of an hour that unpaid holds take of a day, from all or from one provider;
 * `unbegun`: those whose payment has not begun. A set instead of a count: adding or removing twice counts once. Holds
 * are conditional on its size.
 */
export const slotHoldLimitEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'slotHoldLimit', version: '1' },
      attributes: {
        scope: { type: 'string', required: true, readOnly: true },
        unpaid: { type: 'set', items: 'string' },
        unbegun: { type: 'set', items: 'string' },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: { byScope: { pk: { field: 'pk', composite: ['scope'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
