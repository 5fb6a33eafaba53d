import * as z from 'zod/mini'
import { recoveryFolders } from '#contract/recovery'
import type { RetentionArchive } from './archive.ts'
import type { StoredErasure } from './erase-services.ts'

/** Outside of the table, so that the erasure is repeated after restoring the table. */
export const ErasureRecord = z.object({
  what: z.enum(['person', 'health']),
  customerId: z.string(),
  formerCustomerIds: z.optional(z.array(z.string())),
  userId: z.optional(z.string()),
  formerUserIds: z.optional(z.array(z.string())),
  /** When the health consent was withdrawn; missing in older records. */
  requestedAt: z.optional(z.iso.datetime()),
  recordedAt: z.iso.datetime(),
})
export type ErasureRecord = z.infer<typeof ErasureRecord>

interface RecordServices {
  readonly erasureRecords: RetentionArchive
  readonly now: () => Date
}

export const recordPersonErasure = (
  { customerId, formerCustomerIds, userId, formerUserIds }: StoredErasure,
  services: RecordServices,
): Promise<void> =>
  put(
    `person/${customerId}`,
    {
      what: 'person',
      customerId,
      ...(formerCustomerIds && { formerCustomerIds }),
      ...(userId && { userId }),
      ...(formerUserIds && { formerUserIds }),
    },
    services,
  )

export const recordHealthErasure = (
  { customerId, formerCustomerIds, requestedAt }: HealthErasure,
  services: RecordServices,
): Promise<void> =>
  put(
    `health/${customerId}/${requestedAt.replaceAll(/\D/g, '')}`,
    {
      what: 'health',
      customerId,
      ...(formerCustomerIds && { formerCustomerIds: [...formerCustomerIds] }),
      requestedAt,
    },
    services,
  )

interface HealthErasure {
  readonly customerId: string
  readonly formerCustomerIds: readonly string[] | undefined
  readonly requestedAt: string
}

const put = (
  name: string,
  record: Omit<ErasureRecord, 'recordedAt'>,
  { erasureRecords, now }: RecordServices,
): Promise<void> =>
  erasureRecords.put(`${recoveryFolders.erasures}${name}.json`, {
    bytes: Buffer.from(JSON.stringify({ ...record, recordedAt: now().toISOString() } satisfies ErasureRecord)),
    contentType: 'application/json',
  })
