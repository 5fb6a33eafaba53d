import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Where a call to Cognito comes from, as our own API saw its caller a moment before. Cognito tells its triggers nothing
 * of that; the browser hands the ticket's id on to them, and the trigger takes the ticket away.
 */
export const visitTicketEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'visitTicket', version: '1' },
      attributes: {
        ticketId: { type: 'string', required: true, readOnly: true },
        address: { type: 'string', required: true, readOnly: true },
        userAgent: { type: 'string', required: true, readOnly: true },
        expiresAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true, readOnly: true },
      },
      indexes: { byId: { pk: { field: 'pk', composite: ['ticketId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
