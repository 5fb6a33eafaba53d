import { Readable } from 'node:stream'
import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { MissingFileReason } from '#contract/privacy'
import { openServiceClient } from '#data/service-clients'
import { formatAttachmentHeader } from '../files/public/client-file-storage.ts'
import { explainRefusedRead, type ObjectVersion, toObjectRequest } from '../files/public/object-version.ts'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { removeObjectVersionsUnderPrefix } from './object-versions.ts'

const LINK_SECONDS = 60
/** S3 allows 10,000 parts of at least 5 MiB: 8 MiB allow 80 GB, with two parts in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04])

export interface ExportFileStorage {
  readonly read: (version: ObjectVersion) => Promise<AsyncIterable<Uint8Array> | MissingFileReason>
  readonly write: (key: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  readonly isZip: (key: string) => Promise<boolean>
  readonly link: (key: string, fileName: string) => Promise<string>
  readonly remove: (prefix: string) => Promise<void>
}

export const createExportFileStorage = (
  bucket: string,
  client = openServiceClient(S3Client, 'transfers'),
): ExportFileStorage => ({
  read: async (version) => {
    try {
      const { Body } = await client.send(new GetObjectCommand(toObjectRequest(bucket, version)))
      return Body as Readable
    } catch (error) {
      const why = await explainRefusedRead(error, client, { bucket, version })
      if (why === 'gone') return why
      return why === 'none' ? 'under-review' : 'not-clean'
    }
  },
  write: async (key, bytes) => {
    let sizeBytes = 0
    async function* counted() {
      for await (const chunk of bytes) {
        sizeBytes += chunk.byteLength
        yield chunk
      }
    }
    await new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: Readable.from(counted()), ContentType: 'application/zip' },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    }).done()
    return sizeBytes
  },
  isZip: async (key) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-3' }))
      return ZIP_MAGIC.equals((await Body?.transformToByteArray()) ?? new Uint8Array())
    } catch (error) {
      if (error instanceof S3ServiceException && [404, 416].includes(error.$metadata.httpStatusCode ?? 0)) return false
      throw error
    }
  },
  link: (key, fileName) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: 'application/zip',
        ResponseContentDisposition: formatAttachmentHeader(fileName),
      }),
      { expiresIn: LINK_SECONDS },
    ),
  remove: (prefix) => removeObjectVersionsUnderPrefix(client, bucket, prefix),
})
