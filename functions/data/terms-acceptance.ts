import { Entity, type EntityConfiguration } from 'electrodb'

/** Proof that a person accepted a version of the terms: when, from where. Written once for each version, never changed. */
export const termsAcceptanceEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'identity', entity: 'termsAcceptance', version: '1' },
      attributes: {
        userId: { type: 'string', required: true, readOnly: true },
        termsVersion: { type: 'string', required: true, readOnly: true },
        acceptedAt: { type: 'string', required: true, readOnly: true },
        marketingOptIn: { type: 'boolean', required: true, readOnly: true },
        /** Where it was accepted from; unknown when Cognito's own call brought the acceptance. */
        address: { type: 'string', readOnly: true },
        userAgent: { type: 'string', readOnly: true },
      },
      indexes: {
        byUser: { pk: { field: 'pk', composite: ['userId'] }, sk: { field: 'sk', composite: ['termsVersion'] } },
      },
    },
    config,
  )
