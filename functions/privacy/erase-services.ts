import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { openRawTableAccess, type RawTableAccess } from '#data/raw-table-access'
import { openServiceClient } from '#data/service-clients'
import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { createLiveNonApiServices } from '#platform/services'
import { isObjectDeleted, type ObjectVersion, readScanStatus, toObjectRequest } from '../files/public/object-version.ts'
import { type RetentionArchive, createRetentionArchive } from './archive.ts'
import type { MailSuppressions } from './mail-suppressions.ts'
import { removeObjectVersionsUnderPrefix } from './object-versions.ts'

export type StoredErasure = EntityItem<TableEntities['erasures']>

export interface ErasableFileStorage {
  readonly keys: (prefix: string) => Promise<string[]>
  readonly scanStatus: (version: ObjectVersion) => Promise<string>
  /**
   * Undefined when it is gone.
   * @throws {S3ServiceException} also `AccessDenied`: an unreadable version exists
   */
  readonly read: (version: ObjectVersion) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  readonly remove: (prefix: string) => Promise<void>
}

export interface ErasureServices {
  readonly data: Database
  readonly partitions: RawTableAccess
  readonly identities: Pick<CognitoUserAccess, 'remove'>
  readonly files: ErasableFileStorage
  readonly mailSuppressions: MailSuppressions
  readonly archive: RetentionArchive
  readonly erasureRecords: RetentionArchive
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

export const createErasureServices = (): ErasureServices => {
  const env = readEnvironment(['TABLE_NAME', 'FILES_BUCKET', 'ARCHIVE_BUCKET', 'RECOVERY_BUCKET', 'USER_POOL_ID'])
  return {
    ...createLiveNonApiServices(env.TABLE_NAME),
    partitions: openRawTableAccess(env.TABLE_NAME),
    identities: createCognitoUserAccess(env.USER_POOL_ID),
    files: createErasableFileStorage(env.FILES_BUCKET),
    mailSuppressions: { remove: removeMailSuppression },
    archive: createRetentionArchive(env.ARCHIVE_BUCKET),
    erasureRecords: createRetentionArchive(env.RECOVERY_BUCKET),
  }
}

/** Loaded when needed: in most of the hourly runs nobody is erased. */
async function removeMailSuppression(email: string): Promise<void> {
  const { createMailSuppressions } = await import('./mail-suppressions.ts')
  await createMailSuppressions().remove(email)
}

export const createErasableFileStorage = (
  bucket: string,
  client = openServiceClient(S3Client, 'transfers'),
): ErasableFileStorage => ({
  keys: async (prefix) => {
    const keys: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }))
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key] : [])))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    return keys
  },
  scanStatus: async (version) => readScanStatus(client, bucket, version),
  read: async (version) => {
    try {
      const { Body, ContentType } = await client.send(new GetObjectCommand(toObjectRequest(bucket, version)))
      const bytes = await Body?.transformToByteArray()
      return bytes && { bytes, contentType: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      if (isObjectDeleted(error)) return undefined
      throw error
    }
  },
  remove: (prefix) => removeObjectVersionsUnderPrefix(client, bucket, prefix),
})
