import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { openPartitions } from '#data/partitions'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveReceiptFiles } from '../payments/public/receipt-files.ts'
import { liveBasics } from '#platform/services'
import { stackOf } from '#platform/stack-of'
import { liveExportFiles } from './export-files.ts'
import { makeExport, type MakeServices, type ExportRequest } from './make-export.ts'
import { tableAccess } from './table-access.ts'

export const open = (): MakeServices => {
  const { TABLE_NAME, FILES_BUCKET } = environment(['TABLE_NAME', 'FILES_BUCKET'])
  return {
    ...liveBasics(TABLE_NAME),
    partitions: openPartitions(TABLE_NAME),
    exportFiles: liveExportFiles(FILES_BUCKET),
    receiptFiles: liveReceiptFiles(FILES_BUCKET),
  }
}

/** Reads the table's stream; a failed record is reported alone and retried. */
export const withServices = (openServices: () => MakeServices) => {
  let services: MakeServices | undefined
  return withAccess(
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

export const handler = withServices(open)

function newlyQueued({ dynamodb }: DynamoDBRecord): ExportRequest | undefined {
  const { customerId, exportId, status, __edb_e__: entity } = dynamodb?.NewImage ?? {}
  if (entity?.S !== 'dataExport' || status?.S !== 'queued' || !customerId?.S || !exportId?.S) return undefined
  return { customerId: customerId.S, exportId: exportId.S }
}

async function made(wanted: ExportRequest, services: MakeServices): Promise<boolean> {
  try {
    await makeExport(wanted, services)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ exportId: wanted.exportId, fault: stackOf(error) })
    return false
  }
}
