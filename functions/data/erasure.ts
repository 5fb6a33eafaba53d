import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

const erasureStatuses = ['waiting', 'erasing'] as const

/**
 * Progress of erasing a person. It contains everything that the steps need, because each deletes what could be read
 * instead; it is deleted last.
 */
export const personErasureEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'erasure', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        /** Replaces the person's ids and addresses in the audit log that have no key there (audit-key.ts). */
        pseudonym: { type: 'string', required: true, readOnly: true },
        formerCustomerIds: { type: 'list', items: { type: 'string' } },
        userId: { type: 'string' },
        formerUserIds: { type: 'list', items: { type: 'string' } },
        email: { type: 'string', required: true },
        /** All addresses of the person; set when erasing begins. */
        emails: { type: 'list', items: { type: 'string' } },
        status: { type: erasureStatuses, required: true },
        requestedAt: { type: 'string', required: true, readOnly: true },
        dueAt: { type: 'string', required: true, readOnly: true },
        /** When the data that the law requires was archived. Nothing is erased before. */
        archivedAt: { type: 'string' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        due: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['dueAt', 'customerId'] },
        },
      },
    },
    config,
  )
