import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

/**
 * The contract defines the lists (functions/contract/customer-lists.ts). `list` is the partition within the order, such
 * as `step-4`.
 */
export const customerStandingEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'standing', entity: 'customerStanding', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        order: { type: 'string', required: true, readOnly: true },
        list: { type: 'string', required: true },
        place: { type: 'string', required: true },
        state: { type: 'string' },
        step: { type: 'number' },
        dueDay: { type: 'string' },
        isDueAbout: { type: 'boolean' },
        hasQuestion: { type: 'boolean' },
        percent: { type: 'number' },
        percentBefore: { type: 'number' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['order'] } },
        inOrder: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['list'] },
          sk: { field: 'gsi2sk', composite: ['place', 'customerId'] },
        },
      },
    },
    config,
  )
