import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * Position of a job that reads everything, for its next run; deleted when the pass ends. Some jobs keep in another item
 * how far their last pass came.
 */
export const jobCheckpointEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'job', entity: 'checkpoint', version: '1' },
      attributes: {
        job: { type: 'string', required: true, readOnly: true },
        step: { type: 'string', required: true },
        cursor: { type: 'string' },
        /** Results of the pages so far: sums, positions and ids, no other personal data. */
        state: { type: 'any', required: true },
        pages: { type: 'number', required: true },
        startedAt: { type: 'string', required: true },
      },
      indexes: { byJob: { pk: { field: 'pk', composite: ['job'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
