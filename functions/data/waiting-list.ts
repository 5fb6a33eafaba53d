import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * A client who wants an earlier hour for their upcoming consultation or paid order. An offered hour is kept by a
 * `slotHold` under the hour's ticket.
 */
export const waitingListEntryEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'waitingListEntry', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        joinedAt: { type: 'string', required: true, readOnly: true },
        offeredStart: { type: 'string' },
        offeredUntil: { type: 'string' },
        offered: { type: 'list', items: { type: 'string' }, required: true },
        version: { type: 'number', required: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        inOrder: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['joinedAt', 'customerId'] },
        },
      },
    },
    config,
  )

/**
 * Written in the transaction in which a consultation leaves its hour, removed when nobody is left to be offered it.
 * Only a trigger: the agenda knows whether the hour is free.
 */
export const freedHourEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'freedHour', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        startsAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['startsAt'] } },
        byStart: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['startsAt', 'customerId'] },
        },
      },
    },
    config,
  )
