import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { openRawTableAccess } from '#data/raw-table-access'
import { withTableAccess } from '#data/enforce-table-access'
import { readEnvironment } from '#platform/environment'
import { createReceiptPdfStorage } from '../payments/public/receipt-files.ts'
import { createLiveNonApiServices } from '#platform/services'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { createExportFileStorage } from './export-files.ts'
import { createDataExport, type DataExportServices, type DataExportRequest } from './make-export.ts'
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

/** Reads the table's stream; a failed record is reported alone and retried. */
export const createLambdaHandler = (openServices: () => DataExportServices) => {
  let services: DataExportServices | undefined
  return withTableAccess(
    tableAccess['make-export'],
    async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
      services ??= openServices()
      const batchItemFailures: { itemIdentifier: string }[] = []
      for (const record of Records) {
        const wanted = newlyQueued(record)
        if (wanted && !(await made(wanted, services))) {
          batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })
        }
      }
      return { batchItemFailures }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

function newlyQueued({ dynamodb }: DynamoDBRecord): DataExportRequest | undefined {
  const { customerId, exportId, status, __edb_e__: entity } = dynamodb?.NewImage ?? {}
  if (entity?.S !== 'dataExport' || status?.S !== 'queued' || !customerId?.S || !exportId?.S) return undefined
  return { customerId: customerId.S, exportId: exportId.S }
}

async function made(wanted: DataExportRequest, services: DataExportServices): Promise<boolean> {
  try {
    await createDataExport(wanted, services)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ exportId: wanted.exportId, fault: formatErrorForLog(error) })
    return false
  }
}
