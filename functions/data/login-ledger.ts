import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * The sign-in attempts of an account. An attempt is opened before the password is checked and settled once the person is
 * in; one that is still open when the next begins, or minutes later, has failed.
 */
export const loginLedgerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'loginLedger', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        /** Of the latest attempt. */
        state: { type: ['open', 'settled'] as const, required: true },
        attemptedAt: { type: 'string', required: true },
        /** Where the open attempt comes from, when its page brought a ticket. */
        caller: {
          type: 'map',
          properties: {
            address: { type: 'string', required: true },
            userAgent: { type: 'string', required: true },
          },
        },
        failures: { type: 'list', items: { type: 'string' }, required: true },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: [] } },
        byState: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: ['state'] },
          sk: { field: 'gsi2sk', composite: ['attemptedAt'] },
        },
      },
    },
    config,
  )
