import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * The practice's corrections of a client's pathway, oldest first. States and reasons are not typed by the contract's
 * schemas, which every function would load.
 */
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
