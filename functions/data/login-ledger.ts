import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * The sign-in attempts of an account, or of an address that has none. An attempt is opened before the password is checked
 * and settled once the person is in; one that is still open when the next begins, or minutes later, has failed.
 */
export const loginLedgerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'loginLedger', version: '1' },
      attributes: {
        /** An account's id; `none_` and a hash where an address has no account. */
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
        /** Whether the password alone does not open the account: the open attempt may be at a code. */
        factor: { type: 'boolean' },
        /** Whether the page of the open attempt said that it was asked for a code. */
        asked: { type: 'boolean' },
        /** How many codes the page of the open attempt saw refused. */
        wrongCodes: { type: 'number' },
        failures: {
          type: 'list',
          items: {
            type: 'map',
            properties: {
              at: { type: 'string', required: true },
              /** The address that the attempt came from, or `unknown`. */
              from: { type: 'string', required: true },
              /** How many codes it has to answer for. */
              codes: { type: 'number', required: true },
            },
          },
          required: true,
        },
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
