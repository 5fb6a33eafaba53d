import { Entity, type EntityConfiguration } from 'electrodb'
import { missingFileReasons } from '#contract/privacy'
import { tableIndexes } from './table.ts'

const storedStates = ['queued', 'working', 'ready', 'failed'] as const

/**
 * A client's data download: one for each client, replaced by the next. `queued` starts the work through the table's
 * stream; `attempts` lets only the latest of two workers finish.
 */
export const dataExportEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'dataExport', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        exportId: { type: 'string', required: true },
        userId: { type: 'string', required: true },
        status: { type: storedStates, required: true },
        attempts: { type: 'number', required: true },
        partsDone: { type: 'number', required: true },
        partsTotal: { type: 'number', required: true },
        fileKey: { type: 'string', required: true },
        sizeBytes: { type: 'number' },
        missing: {
          type: 'list',
          items: {
            type: 'map',
            properties: {
              fileName: { type: 'string', required: true },
              because: { type: missingFileReasons, required: true },
            },
          },
        },
        requestedAt: { type: 'string', required: true },
        expiresAt: { type: 'string', required: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        expiring: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['expiresAt', 'customerId'] },
        },
      },
    },
    config,
  )
