import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openServiceClient } from '#data/service-clients'
import { formatReceiptFileName, type StoredReceipt } from './receipt.ts'

const LINK_SECONDS = 60

export interface ReceiptPdfStorage {
  readonly pdf: (receipt: StoredReceipt) => Promise<Uint8Array>
  readonly link: (receipt: StoredReceipt) => Promise<string>
}

export function createReceiptPdfStorage(
  bucket: string,
  client = openServiceClient(S3Client, 'objects'),
): ReceiptPdfStorage {
  const pdf = async (receipt: StoredReceipt) =>
    (await stored(client, bucket, receipt.fileKey)) ?? make(client, bucket, receipt)
  return {
    pdf,
    link: async (receipt) => {
      await pdf(receipt)
      return getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key: receipt.fileKey,
          ResponseContentType: 'application/octet-stream',
          ResponseContentDisposition: `attachment; filename="${formatReceiptFileName(receipt)}"`,
        }),
        { expiresIn: LINK_SECONDS },
      )
    },
  }
}

async function stored(client: S3Client, bucket: string, key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return await Body?.transformToByteArray()
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

async function make(client: S3Client, bucket: string, receipt: StoredReceipt): Promise<Uint8Array> {
  const { renderReceiptPdf } = await import('./receipt-pdf.ts')
  const made = await renderReceiptPdf(receipt)
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: receipt.fileKey,
        Body: made,
        ContentType: 'application/pdf',
        IfNoneMatch: '*',
      }),
    )
    return made
  } catch (error) {
    const first = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412
    return first ? ((await stored(client, bucket, receipt.fileKey)) ?? made) : Promise.reject(error)
  }
}
