import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * The attempts of a place to sign in to an account, or at an address that has none, and how often it was refused. Another
 * item of the account, `everywhere`, holds the attempts of all places that are not trusted.
 */
export const loginLedgerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      // The first version held one item for an account, for a quarter of an hour: nothing reads it any more.
      model: { service: 'identity', entity: 'loginLedger', version: '2' },
      attributes: {
        /** An account's id; `none_` and a hash where an address has no account. */
        userId: { type: 'string', required: true, readOnly: true },
        /** A network, a browser, a mailed link or a session; `unknown` for attempts without a ticket. */
        place: { type: 'string', required: true, readOnly: true },
        /** The attempts of the last quarter of an hour that did not end in a session, the oldest first. */
        attempts: {
          type: 'list',
          items: {
            type: 'map',
            properties: {
              /** The ticket that it was begun with. */
              attemptId: { type: 'string', required: true },
              at: { type: 'string', required: true },
              /** `asked`: its page said that it was asked for a code. */
              stage: { type: ['begun', 'asked', 'failed'] as const, required: true },
              /** Whether the password alone does not open the account: it may be at a code. */
              factor: { type: 'boolean', required: true },
              /** How many codes it has to answer for; of one that is open, how many its page saw refused. */
              codes: { type: 'number', required: true },
              address: { type: 'string' },
              userAgent: { type: 'string' },
            },
          },
          required: true,
        },
        /** When the place was first refused in the present window of refusals, from where, and how often since. */
        refusedSince: { type: 'string' },
        refusedFrom: {
          type: 'map',
          properties: {
            address: { type: 'string', required: true },
            userAgent: { type: 'string', required: true },
          },
        },
        refusals: { type: 'number' },
        /** `open`: something becomes due. */
        state: { type: ['open', 'settled'] as const, required: true },
        /** When an attempt counts as abandoned, or the window of refusals closes. */
        dueAt: { type: 'string', required: true },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['place'] } },
        byState: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: ['state'] },
          sk: { field: 'gsi2sk', composite: ['dueAt'] },
        },
      },
    },
    config,
  )
