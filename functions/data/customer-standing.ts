import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

/**
 * The place of a client in one order or list of all clients; without one they are not in it. Which there are is the
 * contract's (customer-standings.ts). `list` is the partition within the order, such as `step-4`.
 */
export const customerStandingEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'standing', entity: 'customerStanding', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        order: { type: 'string', required: true, readOnly: true },
        list: { type: 'string', required: true },
        /** The instant by which the list is sorted. */
        place: { type: 'string', required: true },
        /** Where the client is in the process; not of tasks. */
        state: { type: 'string' },
        step: { type: 'number' },
        dueDay: { type: 'string' },
        isDueAbout: { type: 'boolean' },
        /** It waits for the practice whatever the state says: the client has asked something. */
        hasQuestion: { type: 'boolean' },
        /** Of falling adherence: percent of the last week, and of the three before. */
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
