import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Where a call to Cognito comes from, as our own API saw its caller a moment before. Cognito tells its triggers nothing
 * of that; the browser hands the ticket's id on to them. It serves once: it is taken away, or becomes the ticket of one
 * attempt to sign in, and what is said of that attempt afterwards is believed with it alone.
 */
export const visitTicketEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'visitTicket', version: '1' },
      attributes: {
        ticketId: { type: 'string', required: true, readOnly: true },
        address: { type: 'string', required: true, readOnly: true },
        userAgent: { type: 'string', required: true, readOnly: true },
        /** The accounts whose limit against strangers does not hold for its holder, each with the place that counts instead. */
        trust: {
          type: 'list',
          items: {
            type: 'map',
            properties: { userId: { type: 'string', required: true }, place: { type: 'string', required: true } },
          },
        },
        /** Made by our own server to sign somebody up whose password it has looked at; nobody is given its id. */
        signsUp: { type: 'boolean', readOnly: true },
        /** The attempt that was begun with it. */
        attempt: {
          type: 'map',
          properties: { userId: { type: 'string', required: true }, place: { type: 'string', required: true } },
        },
        expiresAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: { byId: { pk: { field: 'pk', composite: ['ticketId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
