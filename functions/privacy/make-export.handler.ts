import type { SQSEvent } from 'aws-lambda'
import { openRawTableAccess } from '#data/raw-table-access'
import { readEnvironment } from '#platform/environment'
import { createReceiptPdfStorage } from '../payments/public/receipt-files.ts'
import { takeQueueMessages } from '#platform/queue-messages'
import { createLiveNonApiServices } from '#platform/services'
import { serveEvent } from '#platform/serve-event'
import { createExportFileStorage } from './export-files.ts'
import { createDataExport, type DataExportServices } from './make-export.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): DataExportServices => {
  const { TABLE_NAME, FILES_BUCKET } = readEnvironment(['TABLE_NAME', 'FILES_BUCKET'])
  return {
    ...createLiveNonApiServices(TABLE_NAME),
    partitions: openRawTableAccess(TABLE_NAME),
    exportFiles: createExportFileStorage(FILES_BUCKET),
    receiptFiles: createReceiptPdfStorage(FILES_BUCKET),
  }
}

export const createLambdaHandler = (openServices: () => DataExportServices) => {
  let services: DataExportServices | undefined
  return serveEvent(tableAccess['make-export'], (event: SQSEvent) => {
    services ??= openServices()
    const opened = services
    return takeQueueMessages('exports', event, (wanted) => createDataExport(wanted, opened))
  })
}

export const handler = createLambdaHandler(createLambdaServices)
