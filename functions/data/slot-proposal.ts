import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

/** `sent`: hours were proposed; `refused`: for the last time, the practice writes; `chosen`: one was booked. */
const slotProposalStates = ['sent', 'refused', 'none-free', 'chosen'] as const

/**
 * Proposed hours for a paid order without a date; nothing is reserved. One item for each order, with the latest three;
 * earlier ones in `offered`. `ordersToSchedule` decides whether the order still waits.
 */
export const slotProposalEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'slotProposal', version: '1' },
      attributes: {
        orderId: { type: 'string', required: true, readOnly: true },
        customerId: { type: 'string', required: true },
        state: { type: slotProposalStates, required: true },
        round: { type: 'number', required: true },
        slots: { type: 'list', items: { type: 'string' }, required: true },
        offered: { type: 'list', items: { type: 'string' }, required: true },
        sentAt: { type: 'string', required: true },
        seenAt: { type: 'string' },
        chosenAt: { type: 'string' },
        version: { type: 'number', required: true },
      },
      indexes: {
        byOrder: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['orderId'] },
        },
      },
    },
    config,
  )
