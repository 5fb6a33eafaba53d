import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/** An applied Stripe event. Stripe repeats events for about three days; this is kept for thirty. */
export const stripeEventEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'stripeEvent', version: '1' },
      attributes: {
        eventId: { type: 'string', required: true, readOnly: true },
        type: { type: 'string', required: true, readOnly: true },
        appliedAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true, readOnly: true },
      },
      indexes: {
        // Stripe's ids are case-sensitive; folded, two could become one.
        byId: {
          pk: { field: 'pk', composite: ['eventId'], casing: 'none' },
          sk: { field: 'sk', composite: [] },
        },
      },
    },
    config,
  )
