import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { recoveryFolders } from '#contract/recovery'
import { type Database, openDatabase } from '#data/database'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableConnection } from '#data/table'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import { appendAuditEntry } from '#platform/audit'
import { createHealthConsentEntry } from '#platform/health-consent'
import { eraseCustomerData } from '../../functions/privacy/erase-customer.ts'
import { eraseHealthData } from '../../functions/privacy/erase-health.ts'
import { createErasableFileStorage, type ErasureServices } from '../../functions/privacy/erase-services.ts'
import { loadDataSubjectItems } from '../../functions/privacy/data-subject.ts'
import { ErasureRecord } from '../../functions/privacy/erasure-records.ts'
import { removeObjectVersionsUnderPrefix } from '../../functions/privacy/object-versions.ts'
import { OPERATOR_ID } from '../../functions/users/change-role.ts'

interface Places {
  /** A function, because some clients are denied overwriting the audit log; the erasure must be able to. */
  readonly createTableClient: () => DynamoDBClient
  readonly s3: S3Client
  readonly identities: ErasureServices['identities']
  readonly table: string
  readonly filesBucket: string
  readonly recoveryBucket: string
  readonly now: () => Date
}

/** Margin for clock differences, and for the record being written before the first deletion. */
const MARGIN_MS = 3_600_000

/** Keys written since then, by S3's clock. */
export async function listErasureKeys(s3: S3Client, recoveryBucket: string, since: Date): Promise<readonly string[]> {
  const keys: string[] = []
  const folder = { Bucket: recoveryBucket, Prefix: recoveryFolders.erasures }
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, folder)) {
    for (const { Key, LastModified } of Contents)
      if (Key && (LastModified?.getTime() ?? Infinity) >= since.getTime()) keys.push(Key)
  }
  return keys
}

/**
 * Repeats in a restored table the erasures made after its point in time. The legally required archive exists since
 * then, and the files are gone.
 * @returns the number of erasure records
 */
export async function eraseAgain(since: Date, places: Places): Promise<number> {
  const services = createErasureServices(places)
  const keys = await listErasureKeys(places.s3, places.recoveryBucket, new Date(since.getTime() - MARGIN_MS))
  for (const Key of keys) {
    const { Body } = await places.s3.send(new GetObjectCommand({ Bucket: places.recoveryBucket, Key }))
    const record = ErasureRecord.parse(JSON.parse((await Body?.transformToString()) ?? ''))
    await (record.what === 'person' ? erasePerson(record, services) : eraseHealth(record, services, places))
  }
  return keys.length
}

const createErasureServices = ({
  createTableClient,
  s3,
  identities,
  table,
  filesBucket,
  now,
}: Places): ErasureServices => {
  const nothing = { put: () => Promise.resolve() }
  return {
    data: openDatabase(createTableConnection(table, createTableClient())),
    partitions: openRawTableAccess(table, createTableClient()),
    identities,
    files: {
      keys: () => Promise.resolve([]),
      scanStatus: () => Promise.resolve('none'),
      read: () => Promise.resolve(undefined),
      remove: createErasableFileStorage(filesBucket, s3).remove,
    },
    // SES' list is not restored, and may have the address again for somebody who came later.
    mailSuppressions: { remove: () => Promise.resolve() },
    archive: nothing,
    erasureRecords: nothing,
    now,
    newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  }
}

async function erasePerson(
  { customerId, formerCustomerIds, userId, formerUserIds, recordedAt }: ErasureRecord,
  services: ErasureServices,
): Promise<void> {
  const { data, partitions, now, newId } = services
  const { data: waiting } = await data.erasures.get({ customerId }).go()
  const person = { customerId, formerCustomerIds, userId, formerUserIds }
  if (!waiting && (await loadDataSubjectItems(person, partitions)).length === 0) return
  const at = now().toISOString()
  if (!waiting)
    await data.erasures
      .create({
        customerId,
        pseudonym: newId('ers').replace('ers_', 'erased-'),
        ...(formerCustomerIds && { formerCustomerIds }),
        ...(userId && { userId }),
        ...(formerUserIds && { formerUserIds }),
        // An address that does not exist: an empty one would match every entry.
        email: (await findEmail({ customerId, userId }, data)) ?? `${customerId}@unknown.invalid`,
        status: 'waiting',
        requestedAt: at,
        dueAt: at,
      })
      .go()
  // Payments were settled and archived before the erasure; the restored table may predate both.
  await data.erasures.patch({ customerId }).set({ archivedAt: recordedAt }).go()
  const { data: due } = await data.erasures.get({ customerId }).go()
  if (due) await eraseCustomerData(due, services)
}

async function findEmail(
  { customerId, userId }: Pick<ErasureRecord, 'customerId' | 'userId'>,
  { customers, removedCustomers, users }: Database,
): Promise<string | undefined> {
  const { data: customer } = await customers.get({ customerId }).go()
  if (customer) return customer.email
  const { data: removed } = await removedCustomers.get({ customerId }).go()
  if (removed) return removed.email
  return userId ? (await users.get({ userId }).go()).data?.email : undefined
}

/** Data recorded after the erasure has a new consent or another legal basis, and stays. */
async function eraseHealth(record: ErasureRecord, services: ErasureServices, places: Places): Promise<void> {
  const { customerId, recordedAt } = record
  const { data } = services
  if (!(await findEmail(record, data)) || (await isHealthErasureOver(record, services))) return
  await withdrawHealthConsent(record, services)
  const { data: due } = await data.healthErasures.get({ customerId }).go()
  if (!due) return
  const remove = (prefix: string) =>
    removeObjectVersionsUnderPrefix(places.s3, places.filesBucket, prefix, new Date(recordedAt))
  await eraseHealthData(due, { ...services, files: { ...services.files, remove } })
}

/** Either the restored table's audit log shows it as done, or a later consent cancelled it. */
async function isHealthErasureOver(
  { customerId, recordedAt }: ErasureRecord,
  { data, partitions }: ErasureServices,
): Promise<boolean> {
  for await (const { action, createdAt } of partitions.auditAbout(customerId))
    if (action === 'HEALTH_DATA_ERASED' && String(createdAt) >= recordedAt) return true
  const { givenAt } = await findCustomerHealthConsent(data, customerId)
  return givenAt !== null && givenAt > recordedAt
}

/** The restored table may predate the withdrawal: the old consent would stay in force, and block a new one. */
async function withdrawHealthConsent(
  { customerId, requestedAt, recordedAt }: ErasureRecord,
  { data, now, newId }: ErasureServices,
): Promise<void> {
  const at = requestedAt ?? recordedAt
  const { withdrawnAt } = await findCustomerHealthConsent(data, customerId)
  const isLost = withdrawnAt === null || withdrawnAt < at
  // The record does not contain the caller's address.
  const withdrawal = { customerId, event: 'withdrawn', by: 'client', caller: { address: '', userAgent: '' } } as const
  const entry = { action: 'HEALTH_CONSENT_WITHDRAWN', by: OPERATOR_ID, subjectId: customerId } as const
  await data.transact((entities) => ({
    healthConsent: isLost && createHealthConsentEntry(entities, withdrawal, { now: () => new Date(at), newId }),
    audit: isLost && appendAuditEntry(entities, entry, { now, newId }),
    healthErasure: entities.healthErasures
      .put({ customerId, requestedAt: now().toISOString(), status: 'waiting' })
      .commit(),
  }))
}
