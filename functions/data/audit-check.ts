import { Entity, type EntityConfiguration } from 'electrodb'

export const auditCheckItemKey = { of: 'audit-log' } as const

export const auditCheckEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'auditCheck', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        checkedAt: { type: 'string', required: true },
        entries: { type: 'number', required: true },
        months: { type: 'number', required: true },
        broken: { type: 'any', required: true },
        brokenCount: { type: 'number', required: true },
        /** Month in which the next check continues with older entries. */
        nextMonth: { type: 'string' },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
