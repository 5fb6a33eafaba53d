import { ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { onTestFinished } from 'vitest'
import { privacy } from '#contract/privacy'
import { openPartitions } from '#data/partitions'
import { liveClientFiles } from '../../functions/files/public/client-files.ts'
import { liveReceiptFiles } from '../../functions/payments/public/receipt-files.ts'
import type { User } from '#platform/user'
import { liveArchive } from '../../functions/privacy/archive.ts'
import { withServices as erasing } from '../../functions/privacy/erase-due.handler.ts'
import { liveErasableFiles } from '../../functions/privacy/erase-services.ts'
import { liveExportFiles } from '../../functions/privacy/export-files.ts'
import { withServices as serve } from '../../functions/privacy/handler.ts'
import { withServices as making } from '../../functions/privacy/make-export.handler.ts'
import { withServices as sweeping } from '../../functions/privacy/sweep-exports.handler.ts'
import { bucket, s3OnAPort } from '../local/s3/s3-on-a-port.ts'
import { asking } from './asking.ts'
import { everythingIn } from './everything.ts'
import { mailroom } from './mailed.ts'
import { aCliente, aPasswordSession, type Person } from './people.ts'
import { aPractice, type Practice } from './practice.ts'

const archiveBucket = 'archivo'

export const goodbye = { understood: true, final: true, word: 'eliminar' } as const

export async function aPrivacySetup(changes?: Partial<User>) {
  const s3 = await s3OnAPort({ buckets: [bucket, archiveBucket] })
  onTestFinished(() => s3.client.destroy())
  const practice = {
    ...(await aPractice({
      clientFiles: liveClientFiles(bucket, s3.client),
      receiptFiles: liveReceiptFiles(bucket, s3.client),
    })),
    exportFiles: liveExportFiles(bucket, s3.client),
    files: liveErasableFiles(bucket, s3.client),
    archive: liveArchive(archiveBucket, s3.client),
  }
  const services = { ...practice, partitions: openPartitions(practice.table.name, practice.table.client) }
  const client = await aCliente(practice, changes)
  const ask = asking(serve(() => services))
  const make = making(() => services)
  return {
    s3,
    practice,
    services,
    client,
    ask,
    erase: erasing(() => services),
    sweep: sweeping(() => services),
    ...mailroom(practice),
    makeQueued: () => streamed(practice, make),
    makeAgain: () => streamed(practice, make, 'queued'),
    leave: (who: Person = client) =>
      ask(privacy.requestDeletion, { as: aPasswordSession(who, practice), body: goodbye }),
  }
}
export type PrivacySetup = Awaited<ReturnType<typeof aPrivacySetup>>

async function streamed(practice: Practice, make: ReturnType<typeof making>, status?: string) {
  const Records = (await everythingIn(practice)).map((item, n) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage: { ...item, ...(status && { status: { S: status } }) }, SequenceNumber: `${n}` },
  }))
  return make({ Records } as unknown as Parameters<typeof make>[0])
}

export async function everyVersionIn({ s3 }: Pick<PrivacySetup, 's3'>, of: 'files' | 'archive') {
  const Bucket = of === 'files' ? bucket : archiveBucket
  const { Versions = [], DeleteMarkers = [] } = await s3.client.send(new ListObjectVersionsCommand({ Bucket }))
  return [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key)
}
