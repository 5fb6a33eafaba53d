import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { openPartitions, type Partitions } from '#data/partitions'
import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { liveBasics } from '#platform/services'
import { type Archive, liveArchive } from './archive.ts'
import { removeVersions } from './versions.ts'

export type Erasure = EntityItem<Entities['erasures']>

export interface ErasableFiles {
  readonly keys: (prefix: string) => Promise<string[]>
  readonly read: (key: string) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  /** Every object and version below a prefix. */
  readonly remove: (prefix: string) => Promise<void>
}

export interface EraseServices {
  readonly data: Data
  readonly partitions: Partitions
  readonly identities: Pick<Identities, 'remove'>
  readonly files: ErasableFiles
  readonly archive: Archive
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

export const liveEraseServices = (): EraseServices => {
  const env = environment(['TABLE_NAME', 'FILES_BUCKET', 'ARCHIVE_BUCKET', 'USER_POOL_ID'])
  return {
    ...liveBasics(env.TABLE_NAME),
    partitions: openPartitions(env.TABLE_NAME),
    identities: liveIdentities(env.USER_POOL_ID),
    files: liveErasableFiles(env.FILES_BUCKET),
    archive: liveArchive(env.ARCHIVE_BUCKET),
  }
}

export const liveErasableFiles = (bucket: string, client = new S3Client({})): ErasableFiles => ({
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
  read: async (key) => {
    try {
      const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      const bytes = await Body?.transformToByteArray()
      return bytes && { bytes, contentType: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      const outOfReach = error instanceof S3ServiceException && ['NoSuchKey', 'AccessDenied'].includes(error.name)
      if (outOfReach) return undefined
      throw error
    }
  },
  remove: (prefix) => removeVersions(client, bucket, prefix),
})
