import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

/**
 * A client's entry in one list of all clients; missing when they are not in it. The contract defines the lists
 * (functions/contract/customer-lists.ts). A client is in at most one list of each `order`: in `step-4` of `step`.
 * `place` is the instant by which the list is sorted.
 */
export const customerListEntryEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'list', entity: 'customerListEntry', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        order: { type: 'string', required: true, readOnly: true },
        list: { type: 'string', required: true },
        place: { type: 'string', required: true },
        state: { type: 'string' },
        step: { type: 'number' },
        dueDay: { type: 'string' },
        isDueAbout: { type: 'boolean' },
        /** The client has an open question: waits for the practice in any state. */
        hasQuestion: { type: 'boolean' },
        /** Percent of the last week and of the three before, for falling adherence. */
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
