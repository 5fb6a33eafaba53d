import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

export const contractWithdrawalEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'public', entity: 'withdrawal', version: '1' },
      attributes: {
        withdrawalId: { type: 'string', required: true, readOnly: true },
        name: { type: 'string', required: true, readOnly: true },
        email: { type: 'string', required: true, readOnly: true },
        contract: { type: 'string', readOnly: true },
        comment: { type: 'string', readOnly: true },
        requestedAt: { type: 'string', required: true, readOnly: true },
        mailed: { type: 'boolean', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['withdrawalId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['requestedAt', 'withdrawalId'] },
        },
      },
    },
    config,
  )
