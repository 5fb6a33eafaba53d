import { Entity, type EntityConfiguration } from 'electrodb'

/** Where a job that reads everything goes on in its next run. There is one only while a pass is under way. */
export const jobCheckpointEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'job', entity: 'checkpoint', version: '1' },
      attributes: {
        job: { type: 'string', required: true, readOnly: true },
        step: { type: 'string', required: true },
        /** Where the next page begins, as whatever is listed says it; absent at the beginning of a step. */
        cursor: { type: 'string' },
        /** What the pages so far have found: sums and positions, nothing about people. */
        state: { type: 'any', required: true },
        pages: { type: 'number', required: true },
        startedAt: { type: 'string', required: true },
      },
      indexes: { byJob: { pk: { field: 'pk', composite: ['job'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
