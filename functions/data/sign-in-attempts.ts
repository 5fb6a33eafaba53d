import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * Sign-in attempts from one place on an account (or an address without one), and their refusals. A further item,
 * `everywhere`, counts the attempts of all untrusted places.
 */
export const signInAttemptsEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      // Version 1 was one item for an account, valid for a quarter of an hour; nothing reads it any more.
      model: { service: 'identity', entity: 'loginLedger', version: '2' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        place: { type: 'string', required: true, readOnly: true },
        /** Attempts of the last 15 minutes that did not end in a session, oldest first. */
        attempts: {
          type: 'list',
          items: {
            type: 'map',
            properties: {
              attemptId: { type: 'string', required: true },
              at: { type: 'string', required: true },
              stage: { type: ['begun', 'asked', 'failed'] as const, required: true },
              factor: { type: 'boolean', required: true },
              /** Codes this attempt accounts for; while it is open, those that its page reported as wrong. */
              codes: { type: 'number', required: true },
              /** How often Cognito's trigger was called for it; 1 where it is missing. */
              calls: { type: 'number' },
              /** Our server checks a password: nobody signs in. */
              proves: { type: 'boolean' },
              address: { type: 'string' },
              userAgent: { type: 'string' },
            },
          },
          required: true,
        },
        /** Start of the current window of refusals, its address, and the number since. */
        refusedSince: { type: 'string' },
        refusedFrom: {
          type: 'map',
          properties: {
            address: { type: 'string', required: true },
            userAgent: { type: 'string', required: true },
          },
        },
        refusals: { type: 'number' },
        state: { type: ['open', 'settled'] as const, required: true },
        /** When an attempt counts as abandoned, or the window of refusals closes. */
        dueAt: { type: 'string', required: true },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['place'] } },
        byState: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['state'] },
          sk: { field: 'gsi2sk', composite: ['dueAt'] },
        },
      },
    },
    config,
  )
