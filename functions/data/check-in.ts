import { Entity, type EntityConfiguration } from 'electrodb'
import { checkInFields } from '#contract/check-in'
import { getFieldValueSchemas } from '#contract/record-fields'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { TTL_ATTRIBUTE } from './table.ts'

export const checkInEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'checkIn', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        week: { type: 'string', required: true, readOnly: true },
        ...createEntityAttributeDefinitions(getFieldValueSchemas(checkInFields)),
        answeredAt: { type: 'string', required: true },
        /** When the practice read it; removed when a new answer replaces it. */
        seenAt: { type: 'string' },
        [TTL_ATTRIBUTE]: { type: 'number' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['week'] } },
      },
    },
    config,
  )
