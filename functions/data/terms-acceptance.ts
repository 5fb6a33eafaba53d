import { Entity, type EntityConfiguration } from 'electrodb'

/** Evidence of accepted terms: one for each version, never changed. */
export const termsAcceptanceEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'termsAcceptance', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        termsVersion: { type: 'string', required: true, readOnly: true },
        acceptedAt: { type: 'string', required: true, readOnly: true },
        marketingOptIn: { type: 'boolean', required: true, readOnly: true },
        /** Unknown when accepted through Cognito's own call. */
        address: { type: 'string', readOnly: true },
        userAgent: { type: 'string', readOnly: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['termsVersion'] } },
      },
    },
    config,
  )
