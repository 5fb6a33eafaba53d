import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3'

/** Including old versions and delete markers. */
export async function removeObjectVersionsUnderPrefix(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix }),
    )
    const found = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }))
    if (found.length === 0) return
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: found, Quiet: true } }),
    )
    const [refused] = Errors
    if (refused) throw new Error(`a version was not removed: ${refused.Code ?? 'unknown'}`)
  }
}
