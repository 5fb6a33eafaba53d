import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { recoveryFolders } from '#contract/recovery'
import { type Database, openDatabase } from '#data/database'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableConnection } from '#data/table'
import { eraseCustomerData } from '../../functions/privacy/erase-customer.ts'
import { eraseHealthData } from '../../functions/privacy/erase-health.ts'
import { createErasableFileStorage, type ErasureServices } from '../../functions/privacy/erase-services.ts'
import { loadDataSubjectItems } from '../../functions/privacy/data-subject.ts'
import { ErasureRecord } from '../../functions/privacy/erasure-records.ts'

interface Places {
  /** Makes a client of its own for each use: some may not write over the audit log, the erasure has to. */
  readonly createTableClient: () => DynamoDBClient
  readonly s3: S3Client
  readonly identities: ErasureServices['identities']
  readonly table: string
  readonly filesBucket: string
  readonly recoveryBucket: string
}

/** Clocks differ, and a record is written a little before the first thing is removed. */
const MARGIN_MS = 3_600_000

/** Keys written since, by S3's own clock. */
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
 * Erases from a restored table whoever was erased after the moment that it stands for. What the law keeps of them is in
 * the archive since then, and their files are gone.
 * @returns how many records there were
 */
export async function eraseAgain(since: Date, places: Places): Promise<number> {
  const services = createErasureServices(places)
  const keys = await listErasureKeys(places.s3, places.recoveryBucket, new Date(since.getTime() - MARGIN_MS))
  for (const Key of keys) {
    const { Body } = await places.s3.send(new GetObjectCommand({ Bucket: places.recoveryBucket, Key }))
    const record = ErasureRecord.parse(JSON.parse((await Body?.transformToString()) ?? ''))
    await (record.what === 'person' ? erasePerson(record, services) : eraseHealth(record, services))
  }
  return keys.length
}

const createErasureServices = ({ createTableClient, s3, identities, table, filesBucket }: Places): ErasureServices => {
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
    archive: nothing,
    erasureRecords: nothing,
    now: () => new Date(),
    newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  }
}

async function erasePerson(
  { customerId, formerCustomerIds, userId, formerUserIds }: ErasureRecord,
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
        // An address that stands nowhere: an empty one would stand in every entry.
        email: (await findEmail({ customerId, userId }, data)) ?? `${customerId}@unknown.invalid`,
        status: 'waiting',
        requestedAt: at,
        dueAt: at,
      })
      .go()
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

async function eraseHealth({ customerId }: ErasureRecord, services: ErasureServices): Promise<void> {
  const { data, now } = services
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return
  await data.healthErasures.put({ customerId, requestedAt: now().toISOString(), status: 'waiting' }).go()
  const { data: due } = await data.healthErasures.get({ customerId }).go()
  if (due) await eraseHealthData(due, services)
}
