import * as z from 'zod/mini'
import { recoveryFolders } from '#contract/recovery'
import type { RetentionArchive } from './archive.ts'
import type { StoredErasure } from './erase-services.ts'

/**
 * That somebody was erased, by ids that lead nowhere any more. It stands outside of the table, so that whoever restores
 * the table erases them again.
 */
export const ErasureRecord = z.object({
  what: z.enum(['person', 'health']),
  customerId: z.string(),
  formerCustomerIds: z.optional(z.array(z.string())),
  userId: z.optional(z.string()),
  formerUserIds: z.optional(z.array(z.string())),
  /** When the consent to the use of health data was withdrawn; records of before have none. */
  requestedAt: z.optional(z.iso.datetime()),
  recordedAt: z.iso.datetime(),
})
export type ErasureRecord = z.infer<typeof ErasureRecord>

interface RecordServices {
  readonly erasureRecords: RetentionArchive
  readonly now: () => Date
}

/** Written before the first thing is removed. A second try finds it there. */
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

/** Somebody may withdraw the consent to the use of health data more than once. */
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
