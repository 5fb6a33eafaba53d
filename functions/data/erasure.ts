import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

const erasureStatuses = ['waiting', 'erasing'] as const

/**
 * That somebody is to be erased, and how far that has come. It knows all that the steps need, because each of them takes
 * away what could be read instead; it is the last item to go.
 */
export const erasureEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'erasure', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        /** Stands for the person in the audit log afterwards; nothing else knows it. */
        pseudonym: { type: 'string', required: true, readOnly: true },
        /** The clients that were brought over into this one. */
        formerCustomerIds: { type: 'list', items: { type: 'string' } },
        userId: { type: 'string' },
        /** Their accounts before this one. */
        formerUserIds: { type: 'list', items: { type: 'string' } },
        email: { type: 'string', required: true },
        status: { type: erasureStatuses, required: true },
        requestedAt: { type: 'string', required: true, readOnly: true },
        dueAt: { type: 'string', required: true, readOnly: true },
        /** `YYYY-MM` of the oldest thing that is known of the person. */
        since: { type: 'string' },
        /** When all that the law keeps lay in the archive. Nothing is erased before. */
        archivedAt: { type: 'string' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        due: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['dueAt', 'customerId'] },
        },
      },
    },
    config,
  )
