import { Entity, type EntityConfiguration } from 'electrodb'

const request = {
  requestId: { type: 'string', required: true },
  name: { type: 'string', required: true },
  email: { type: 'string', required: true },
  requestedAt: { type: 'string', required: true },
} as const

const authorisation = {
  consentedAt: { type: 'string' },
  signedName: { type: 'string' },
  textVersion: { type: 'string' },
  address: { type: 'string' },
  userAgent: { type: 'string' },
} as const

/**
 * One for each client: a new request replaces `requestId`, which invalidates earlier links. Earlier authorisations move
 * to `earlier`, oldest first, as proof.
 */
export const guardianConsentEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'guardianConsent', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true },
        ...request,
        ...authorisation,
        earlier: { type: 'list', items: { type: 'map', properties: { ...request, ...authorisation } } },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
      },
    },
    config,
  )
