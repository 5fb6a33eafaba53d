import { Entity, type EntityConfiguration } from 'electrodb'
import { ClientFile } from '#contract/client-file'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

export const clientFileEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'clientFile', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        ...createEntityAttributeDefinitions(ClientFile.shape, {
          readOnly: ['fileId', 'fileName', 'fileType', 'createdAt'],
        }),
        fileKey: { type: 'string', required: true, readOnly: true },
        /** The completed and scanned version of the object: no other is ever served. */
        versionId: { type: 'string' },
        scanningSince: { type: 'string' },
        uploadedBy: { type: 'string', required: true, readOnly: true },
        messageId: { type: 'string' },
        /** Was not sent in time: excluded from messages from then on, and removed. */
        unsentAt: { type: 'string' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['fileId'] } },
        newestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId', 'fileType', 'status'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'fileId'] },
        },
        byStatus: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'fileId'] },
        },
      },
    },
    config,
  )

/** Reserves a bucket key: for two uploads of one millisecond, the second takes the next key. */
export const reservedFileKeyEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'fileKey', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        fileKey: { type: 'string', required: true, readOnly: true },
        fileId: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['fileKey'] } },
      },
    },
    config,
  )
