import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

const LINK_SECONDS = 60
const OFFER_SECONDS = 120
/** Read to detect the file type: an Office document shows it well within this. */
const HEAD_BYTES = 1024 * 1024

export interface UploadOffer {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

export interface ClientFileStorage {
  /** Permission to upload exactly this many bytes of this type to this key. */
  readonly offer: (key: string, expected: { contentType: string; sizeBytes: number }) => Promise<UploadOffer>
  /** Size and first bytes of the object; undefined when nothing was uploaded. */
  readonly look: (key: string) => Promise<{ sizeBytes: number; head: Uint8Array } | undefined>
  /** Forces a download under the file's own name instead of display in the browser. */
  readonly link: (key: string, fileName: string) => Promise<string>
  readonly remove: (key: string) => Promise<void>
}

export const createClientFileStorage = (bucket: string, client = new S3Client({})): ClientFileStorage => ({
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
  look: async (key) => {
    const at = { Bucket: bucket, Key: key }
    try {
      const { ContentLength: sizeBytes = 0 } = await client.send(new HeadObjectCommand(at))
      const { Body } = await client.send(new GetObjectCommand({ ...at, Range: `bytes=0-${HEAD_BYTES - 1}` }))
      return { sizeBytes, head: (await Body?.transformToByteArray()) ?? new Uint8Array() }
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  },
  link: (key, fileName) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: formatAttachmentHeader(fileName),
      }),
      { expiresIn: LINK_SECONDS },
    ),
  remove: async (key) => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))),
})

/** RFC 6266, with an ASCII name for programs that read no other. */
export function formatAttachmentHeader(fileName: string): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^\u0020-\u007e]|["\\%]/g, '')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
