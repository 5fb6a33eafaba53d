import { DeleteObjectsCommand, GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openServiceClient } from '#data/service-clients'
import { explainRefusedRead, type ObjectVersion, readScanStatus, toObjectRequest } from './object-version.ts'

const LINK_SECONDS = 60
const OFFER_SECONDS = 120
const HEAD_BYTES = 1024 * 1024

export interface UploadOffer {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

export interface ClientFileStorage {
  readonly offer: (key: string, expected: { contentType: string; sizeBytes: number }) => Promise<UploadOffer>
  /** Listed instead of read, because reading needs a clean scan result. */
  readonly versions: (key: string) => Promise<readonly { versionId: string; sizeBytes: number }[]>
  readonly scanStatus: (version: ObjectVersion) => Promise<string | undefined>
  /**
   * The first bytes; undefined when the version is gone.
   * @throws {S3ServiceException} `AccessDenied` without a clean result
   */
  readonly head: (version: ObjectVersion) => Promise<Uint8Array | undefined>
  /** Forces a download under the file's own name instead of display in the browser. */
  readonly link: (version: ObjectVersion, fileName: string) => Promise<string>
  /** Links name their version, so a delete marker would not end them. */
  readonly removeVersions: (version: ObjectVersion) => Promise<void>
}

export const createClientFileStorage = (
  bucket: string,
  client = openServiceClient(S3Client, 'objects'),
): ClientFileStorage => ({
  offer: (key, { contentType, sizeBytes }) =>
    createPresignedPost(client, {
      Bucket: bucket,
      Key: key,
      Fields: { 'Content-Type': contentType },
      Conditions: [
        ['content-length-range', sizeBytes, sizeBytes],
        ['eq', '$Content-Type', contentType],
      ],
      Expires: OFFER_SECONDS,
    }),
  versions: async (key) => {
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }))
    return Versions.filter(({ Key }) => Key === key).map(({ VersionId = '', Size = 0 }) => ({
      versionId: VersionId,
      sizeBytes: Size,
    }))
  },
  scanStatus: async (version) => {
    const status = await readScanStatus(client, bucket, version)
    return status === 'none' || status === 'gone' ? undefined : status
  },
  head: async (version) => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ ...toObjectRequest(bucket, version), Range: `bytes=0-${HEAD_BYTES - 1}` }),
      )
      return await Body?.transformToByteArray()
    } catch (error) {
      if ((await explainRefusedRead(error, client, { bucket, version })) === 'gone') return undefined
      throw error
    }
  },
  link: (version, fileName) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        ...toObjectRequest(bucket, version),
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: formatAttachmentHeader(fileName),
      }),
      { expiresIn: LINK_SECONDS },
    ),
  removeVersions: (version) => removeVersions(client, bucket, version),
})

async function removeVersions(client: S3Client, bucket: string, { key, versionId }: ObjectVersion): Promise<void> {
  const { Versions = [], DeleteMarkers = [] } = versionId
    ? { Versions: [{ Key: key, VersionId: versionId }] }
    : await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }))
  const Objects = [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
    Key === key ? [{ Key, VersionId }] : [],
  )
  if (Objects.length === 0) return
  const { Errors: [refused] = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
  )
  if (refused) throw new Error(`a version was not removed: ${refused.Code ?? 'unknown'}`)
}

/** RFC 6266, with an ASCII name for programs that read no other. */
export function formatAttachmentHeader(fileName: string): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^\u0020-\u007e]|["\\%]/g, '')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
