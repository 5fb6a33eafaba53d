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
import { openServiceClient } from '#data/service-clients'

export interface StoredVersion {
  readonly key: string
  /** Undefined for a delete marker. */
  readonly versionId: string | undefined
}

export interface StoredObject {
  readonly key: string
  readonly versions: readonly StoredVersion[]
}

export interface StoredObjectsPage {
  readonly objects: readonly StoredObject[]
  readonly next: string | null
}

export interface AuditVault {
  readonly put: (key: string, text: string) => Promise<void>
  readonly list: (prefix: string, after?: string) => Promise<readonly string[]>
  readonly read: (key: string, versionId?: string) => Promise<string>
  /** `after` is exclusive. */
  readonly listObjects: (prefix: string, after?: string, most?: number) => Promise<StoredObjectsPage>
}

export const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export function createAuditVault(Bucket: string, client = openServiceClient(S3Client, 'objects')): AuditVault {
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
    listObjects: async (Prefix, after = '', MaxKeys = 1000) => {
      const found: StoredVersion[] = []
      let [KeyMarker, VersionIdMarker]: (string | undefined)[] = [after || undefined]
      do {
        const page: ListObjectVersionsCommandOutput = await client.send(
          new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker, MaxKeys }),
        )
        found.push(...toStoredVersions(page).filter(({ key }) => key > after))
        KeyMarker = page.NextKeyMarker
        VersionIdMarker = page.NextVersionIdMarker
      } while (KeyMarker && found.every(({ key }) => key === found[0]?.key))
      const objects = groupByKey(found)
      const whole = KeyMarker ? objects.slice(0, -1) : objects
      return { objects: whole, next: (KeyMarker && whole.at(-1)?.key) ?? null }
    },
  }
}

const groupByKey = (versions: readonly StoredVersion[]): readonly StoredObject[] =>
  [...Map.groupBy(versions, ({ key }) => key)]
    .map(([key, of]) => ({ key, versions: of }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

const toStoredVersions = ({ DeleteMarkers = [], Versions = [] }: ListObjectVersionsCommandOutput): StoredVersion[] => [
  ...DeleteMarkers.map(({ Key = '' }) => ({ key: Key, versionId: undefined })),
  ...Versions.map(({ Key = '', VersionId }) => ({ key: Key, versionId: VersionId })),
]

/** The version written first; undefined when there are only delete markers. */
export const findFirstVersion = (versions: readonly StoredVersion[]): string | undefined =>
  versions.findLast(({ versionId }) => versionId !== undefined)?.versionId
