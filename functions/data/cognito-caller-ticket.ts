import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Network and browser of a caller, stored by our API just before the call to Cognito, which does not pass them to
 * triggers: the browser passes the ticket's id on. Valid once, for one user: it is redeemed, or becomes the ticket of
 * one sign-in attempt and authenticates later reports about it.
 */
export const cognitoCallerTicketEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'visitTicket', version: '1' },
      attributes: {
        ticketId: { type: 'string', required: true, readOnly: true },
        address: { type: 'string', required: true, readOnly: true },
        userAgent: { type: 'string', required: true, readOnly: true },
        /** Accounts whose limit against strangers does not apply to this caller, with the place counted instead. */
        trust: {
          type: 'list',
          items: {
            type: 'map',
            properties: { userId: { type: 'string', required: true }, place: { type: 'string', required: true } },
          },
        },
        /** Created by the server for a sign-up whose password it has checked; never given to a browser. */
        signsUp: { type: 'boolean', readOnly: true },
        /** Our server checks a password with it. */
        proves: { type: 'boolean', readOnly: true },
        attempt: {
          type: 'map',
          properties: {
            userId: { type: 'string', required: true },
            place: { type: 'string', required: true },
            at: { type: 'string' },
          },
        },
        /** By whom and when first, since Cognito may repeat the call. */
        redeemed: {
          type: 'map',
          properties: { sub: { type: 'string', required: true }, at: { type: 'string', required: true } },
        },
        /** What followed from a redeemed one is written: a repeated call does not write it again. */
        followedUp: { type: 'boolean' },
        expiresAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: { byId: { pk: { field: 'pk', composite: ['ticketId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
