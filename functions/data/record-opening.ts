import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * When somebody of the practice last had their opening of a part of a client's record written into the audit log. It
 * decides whether another look at it is another entry; what the entry says stands in the log.
 */
export const recordOpeningEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'opening', entity: 'recordOpening', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        part: { type: 'string', required: true, readOnly: true },
        openedAt: { type: 'string', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['userId', 'part'] },
        },
      },
    },
    config,
  )
