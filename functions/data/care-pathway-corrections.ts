import { Entity, type EntityConfiguration } from 'electrodb'

/** What the practice has said of a client's pathway because the product cannot know it, the oldest first. States and
 * reasons are those of the contract, which every function would load with them. */
export const carePathwayCorrectionsEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'carePathwayCorrections', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        corrections: {
          type: 'list',
          required: true,
          items: {
            type: 'map',
            properties: {
              correctionId: { type: 'string', required: true },
              state: { type: 'string', required: true },
              reason: { type: 'string', required: true },
              note: { type: 'string' },
              statedAt: { type: 'string', required: true },
            },
          },
        },
        version: { type: 'number', required: true },
      },
      indexes: { byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
