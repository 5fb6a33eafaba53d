import { createHash } from 'node:crypto'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

export interface StoredVersion {
  readonly key: string
  /** Undefined for a mark that hides what is below it. */
  readonly versionId: string | undefined
}

/** The bucket with the copy of the audit log, in which nothing can be changed or removed. */
export interface AuditVault {
  /** Writes once: an existing object stays. */
  readonly put: (key: string, text: string) => Promise<void>
  /** In their order. `after` itself is left out. */
  readonly list: (prefix: string, after?: string) => Promise<readonly string[]>
  readonly read: (key: string, versionId?: string) => Promise<string>
  /** Of all objects, the oldest version of each last. */
  readonly listVersions: (prefix: string) => Promise<readonly StoredVersion[]>
}

export const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export function createAuditVault(Bucket: string, client = new S3Client({})): AuditVault {
  return {
    put: async (Key, Body) => {
      try {
        await client.send(
          new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', IfNoneMatch: '*' }),
        )
      } catch (error) {
        const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412
        if (!isThere) throw error
      }
    },
    list: async (Prefix, StartAfter) => {
      const keys: string[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken, ...(StartAfter && { StartAfter }) }),
        )
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return keys
    },
    read: async (Key, VersionId) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(VersionId && { VersionId }) }))
      return (await Body?.transformToString()) ?? ''
    },
    listVersions: async (Prefix) => {
      const versions: StoredVersion[] = []
      let [KeyMarker, VersionIdMarker]: (string | undefined)[] = []
      do {
        const page: ListObjectVersionsCommandOutput = await client.send(
          new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker }),
        )
        versions.push(...(page.DeleteMarkers ?? []).map(({ Key = '' }) => ({ key: Key, versionId: undefined })))
        versions.push(...(page.Versions ?? []).map(({ Key = '', VersionId }) => ({ key: Key, versionId: VersionId })))
        KeyMarker = page.NextKeyMarker
        VersionIdMarker = page.NextVersionIdMarker
      } while (KeyMarker)
      return versions
    },
  }
}
