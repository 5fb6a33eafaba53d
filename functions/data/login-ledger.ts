import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * The sign-in attempts of an account. An attempt is opened before the password is checked and closed once the person is
 * in; one that is still open when the next begins has failed.
 */
export const loginLedgerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'loginLedger', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        openedAt: { type: 'string' },
        failures: { type: 'list', items: { type: 'string' }, required: true },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: { byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
