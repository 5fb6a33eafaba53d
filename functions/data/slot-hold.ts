import { Entity, type EntityConfiguration } from 'electrodb'
import { ProductKey } from '#contract/product-key'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * An hour kept for a visitor while they pay, under the id of the consultation that it will become. One for each ticket.
 * Instants are by the payment service's clock, except `startsAt`. One that has lapsed holds its time until somebody
 * removes it; with an order only once Stripe says that its session can be paid no more.
 */
export const slotHoldEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'slotHold', version: '1' },
      attributes: {
        /** SHA-256 of the ticket that only the visitor's browser has. */
        ticketHash: { type: 'string', required: true, readOnly: true },
        consultationId: { type: 'string', required: true },
        startsAt: { type: 'string', required: true },
        durationMinutes: { type: 'number', required: true },
        pauseMinutes: { type: 'number', required: true },
        /** None of an hour that is offered to a client of the waiting list. */
        product: { type: ProductKey.options },
        /** Keyed hashes: whoever reads the table learns no address. */
        network: { type: 'string', required: true },
        provider: { type: 'string', required: true },
        heldUntil: { type: 'string', required: true },
        /** From here on a payment is begun. */
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
 * What unpaid holds take of a day, a network, or a day from one provider. A set instead of a count: what is added or
 * removed twice counts once. A hold is conditional on the size.
 */
export const slotHoldLimitEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'slotHoldLimit', version: '1' },
      attributes: {
        scope: { type: 'string', required: true, readOnly: true },
        unpaid: { type: 'set', items: 'string' },
        /** Those of `unpaid` whose payment is not begun. */
        unbegun: { type: 'set', items: 'string' },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: { byScope: { pk: { field: 'pk', composite: ['scope'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
