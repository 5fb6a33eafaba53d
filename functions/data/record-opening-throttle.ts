import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * When an administrator's opening of a part of a client's record was last logged. Only decides whether another one is a
 * new audit entry.
 */
export const recordOpeningThrottleEntity = (config: EntityConfiguration) =>
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
