import { Entity, type EntityConfiguration } from 'electrodb'
import { TTL_ATTRIBUTE } from './table.ts'

/** A cookie choice under a random id known only to the browser; contains nothing that identifies a person. */
export const cookieConsentReceiptEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'public', entity: 'consentReceipt', version: '1' },
      attributes: {
        receiptId: { type: 'string', required: true, readOnly: true },
        textVersion: { type: 'string', required: true, readOnly: true },
        analytics: { type: 'boolean', required: true, readOnly: true },
        marketing: { type: 'boolean', required: true, readOnly: true },
        recordedAt: { type: 'string', required: true, readOnly: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true, readOnly: true },
      },
      indexes: { byId: { pk: { field: 'pk', composite: ['receiptId'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )
