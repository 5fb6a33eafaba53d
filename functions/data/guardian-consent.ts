import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * What a minor's mother, father or guardian was asked, and what they answered. One for each client: asking anew puts
 * another `requestId` in its place, and with that the links mailed before do nothing.
 */
export const guardianConsentEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'guardianConsent', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true },
        requestId: { type: 'string', required: true },
        /** As the minor wrote them. */
        name: { type: 'string', required: true },
        email: { type: 'string', required: true },
        requestedAt: { type: 'string', required: true },
        consentedAt: { type: 'string' },
        /** As the guardian signed. */
        signedName: { type: 'string' },
        textVersion: { type: 'string' },
        address: { type: 'string' },
        userAgent: { type: 'string' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
      },
    },
    config,
  )
