import { ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import type { DynamoDBRecord } from 'aws-lambda'
import { privacy } from '#contract/privacy'
import { openRawTableAccess } from '#data/raw-table-access'
import { createClientFileStorage } from '../../functions/files/public/client-file-storage.ts'
import { createReceiptPdfStorage } from '../../functions/payments/public/receipt-files.ts'
import type { StoredUser } from '#platform/user'
import { createRetentionArchive } from '../../functions/privacy/archive.ts'
import { createLambdaHandler as erasing } from '../../functions/privacy/erase-due.handler.ts'
import { createErasableFileStorage } from '../../functions/privacy/erase-services.ts'
import { createExportFileStorage } from '../../functions/privacy/export-files.ts'
import { createLambdaHandler as serve } from '../../functions/privacy/handler.ts'
import { createLambdaHandler as making } from '../../functions/privacy/make-export.handler.ts'
import { createLambdaHandler as sweeping } from '../../functions/privacy/sweep-exports.handler.ts'
import { testBucket, startTestS3 } from '../local/s3/start-test-s3.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { scanWholeTable } from './scan-whole-table.ts'
import { handOnRecords } from './dispatched-messages.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createCliente, createPasswordSessionClaims, type PracticePerson } from './people.ts'
import { createTestPractice, type TestPractice } from './practice.ts'
import { whenFinished } from './when-finished.ts'

const archiveBucket = 'archivo'
const recoveryBucket = 'recuperacion'

export const erasureConfirmation = { understood: true, final: true, word: 'eliminar' } as const

/** For one test; created in a hook, for its block, which returns `cleanUpAfterHooks`. */
export async function createPrivacySetup(changes?: Partial<StoredUser>) {
  const s3 = await startTestS3({ buckets: [testBucket, archiveBucket, recoveryBucket] })
  whenFinished(() => s3.client.destroy())
  /** SES' list of addresses that it writes to no more. */
  const suppressed = new Set<string>()
  const practice = {
    ...(await createTestPractice({
      clientFiles: createClientFileStorage(testBucket, s3.client),
      receiptFiles: createReceiptPdfStorage(testBucket, s3.client),
    })),
    exportFiles: createExportFileStorage(testBucket, s3.client),
    files: createErasableFileStorage(testBucket, s3.client),
    mailSuppressions: { remove: async (email: string) => void suppressed.delete(email) },
    archive: createRetentionArchive(archiveBucket, s3.client),
    erasureRecords: createRetentionArchive(recoveryBucket, s3.client),
  }
  const services = { ...practice, partitions: openRawTableAccess(practice.table.name, practice.table.client) }
  const client = await createCliente(practice, changes)
  const ask = createEndpointCaller(serve(() => services))
  const make = making(() => services)
  return {
    s3,
    suppressed,
    practice,
    services,
    client,
    ask,
    erase: erasing(() => services),
    sweep: sweeping(() => services),
    ...createOutboxReader(practice),
    makeQueued: async () => handOnRecords(await streamTable(practice), 'exports', make),
    makeAgain: async () => handOnRecords(await streamTable(practice, 'queued'), 'exports', make),
    /** @returns a delivery of the table's current items, which may be processed later */
    takeDelivery: async () => {
      const records = await streamTable(practice)
      return () => handOnRecords(records, 'exports', make)
    },
    leave: (who: PracticePerson = client) =>
      ask(privacy.requestDeletion, { as: createPasswordSessionClaims(who, practice), body: erasureConfirmation }),
  }
}
export type PrivacySetup = Awaited<ReturnType<typeof createPrivacySetup>>

async function streamTable(practice: TestPractice, status?: string): Promise<DynamoDBRecord[]> {
  const records = (await scanWholeTable(practice)).map((item, n) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage: { ...item, ...(status && { status: { S: status } }) }, SequenceNumber: `${n}` },
  }))
  return records as DynamoDBRecord[]
}

export async function listObjectVersionContents(
  { s3 }: Pick<PrivacySetup, 's3'>,
  of: 'files' | 'archive' | 'recovery',
) {
  const Bucket = { files: testBucket, archive: archiveBucket, recovery: recoveryBucket }[of]
  const { Versions = [], DeleteMarkers = [] } = await s3.client.send(new ListObjectVersionsCommand({ Bucket }))
  return [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key)
}
