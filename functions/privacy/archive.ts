import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { getItemEntityName, type RawTableItem } from '#data/raw-table-access'
import { openServiceClient } from '#data/service-clients'
import { addMonthsToInstant } from '#contract/calendar-days'
import { ARCHIVE_RETENTION_STEP_DAYS, MAX_ARCHIVE_RETENTION_STEPS } from '#contract/archive'
import type { RetentionReason } from './item-privacy-rules.ts'
import { findItemPrivacyRules } from './item-privacy-rules.ts'
import { toExportedAttributes } from './data-subject.ts'

export interface RetentionArchive {
  readonly put: (key: string, object: ArchivedObject) => Promise<void>
}

export interface ArchivedObject {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly metadata?: Readonly<Record<string, string>>
}

export const createRetentionArchive = (
  bucket: string,
  client = openServiceClient(S3Client, 'transfers'),
): RetentionArchive => ({
  put: async (key, { bytes: Body, contentType: ContentType, metadata: Metadata = {} }) => {
    try {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentType, Metadata, IfNoneMatch: '*' }),
      )
    } catch (error) {
      const there = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412
      if (!there) throw error
    }
  },
})

/** Maximum retention in years, counted from the latest item of each reason. */
const years: Readonly<Record<RetentionReason, number>> = { health: 5, billing: 10, consent: 3 }

/** Of an upload. */
export const neverKept: readonly unknown[] = ['pending', 'rejected']

const isKeptInvoice = ({ fileType, status }: Readonly<Record<string, unknown>>): boolean =>
  fileType === 'invoice' && !neverKept.includes(status)

function lastOf(kept: RetentionReason, items: readonly RawTableItem[]): string | undefined {
  const instants = items.flatMap(({ __edb_e__: model, ...item }) => {
    const { status, startsAt, paidAt, recordedAt, createdAt } = item
    if (kept === 'consent') return model === 'healthConsent' ? [recordedAt] : []
    // A service that was given back whole and never took place leaves no health data to keep.
    if (model === 'payment') return kept === 'health' && status === 'refunded' ? [] : [paidAt]
    if (kept === 'billing') return model === 'clientFile' && isKeptInvoice(item) ? [createdAt] : []
    return kept === 'health' && model === 'consultation' && status === 'completed' ? [startsAt] : []
  })
  return instants
    .filter((instant) => typeof instant === 'string')
    .toSorted()
    .at(-1)
}

/**
 * Retention in the archive from `now`, in steps of thirty days; 0 when the term is over or nothing needs to be kept.
 * Rounded down, because the years are a maximum.
 */
export function computeRetentionStepCount(kept: RetentionReason, items: readonly RawTableItem[], now: Date): number {
  const last = lastOf(kept, items)
  if (!last) return 0
  const end = addMonthsToInstant(new Date(last), 12 * years[kept])
  const steps = Math.floor((end.getTime() - now.getTime()) / (ARCHIVE_RETENTION_STEP_DAYS * 86_400_000))
  return Math.max(0, Math.min(steps, MAX_ARCHIVE_RETENTION_STEPS))
}

export const toArchivedRecord = (kept: RetentionReason, items: readonly RawTableItem[]): Record<string, unknown[]> => {
  const record: Record<string, unknown[]> = {}
  for (const item of items) {
    const model = getItemEntityName(item)
    if (!findItemPrivacyRules(model).keep?.includes(kept)) continue
    record[model] = [...(record[model] ?? []), toExportedAttributes(item)]
  }
  return record
}

export const findFileRetentionReason = (fileKey: string): RetentionReason =>
  /\/(invoice|receipt)\//.test(fileKey) ? 'billing' : 'health'
