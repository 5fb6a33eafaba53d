import { Entity, type EntityConfiguration } from 'electrodb'

/** What the nightly look at the invariants found, one for each day. */
export const invariantRunEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'invariantRun', version: '1' },
      attributes: {
        /** `YYYY-MM-DD`, as the practice counts its days. */
        day: { type: 'string', required: true, readOnly: true },
        checkedAt: { type: 'string', required: true, readOnly: true },
        /** The names of those that did not hold, and of those that could not be looked at. */
        broken: { type: 'list', items: { type: 'string' }, required: true, readOnly: true },
        unknown: { type: 'list', items: { type: 'string' }, required: true, readOnly: true },
        expiresAtEpoch: { type: 'number', required: true, readOnly: true },
      },
      indexes: {
        byDay: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['day'] } },
      },
    },
    config,
  )
