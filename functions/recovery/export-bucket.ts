import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { openServiceClient } from '#data/service-clients'
import type { UserExportServices } from './export-accounts.ts'

export const createExportBucket = (
  Bucket: string,
  client = openServiceClient(S3Client, 'objects'),
): Pick<UserExportServices, 'put'> => ({
  put: async (Key, Body) => {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', IfNoneMatch: '*' }))
    } catch (error) {
      const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412
      if (!isThere) throw error
    }
  },
})
