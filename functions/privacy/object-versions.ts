import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'

type Place = Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'>

/**
 * Including old versions and delete markers.
 * @param until by S3's clock; later ones stay
 * @default until - everything
 */
export async function removeObjectVersionsUnderPrefix(
  client: S3Client,
  bucket: string,
  prefix: string,
  until?: Date,
): Promise<void> {
  const latest = until?.getTime() ?? Infinity
  let place: Place = {}
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...place }))
    const { Versions = [], DeleteMarkers = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = page
    const found = [...Versions, ...DeleteMarkers].filter(({ LastModified }) => (LastModified?.getTime() ?? 0) <= latest)
    if (found.length > 0) await removeVersions(client, bucket, found)
    else if (IsTruncated) place = { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker }
    else return
  }
}

interface Version {
  readonly Key?: string | undefined
  readonly VersionId?: string | undefined
}

async function removeVersions(client: S3Client, bucket: string, versions: readonly Version[]): Promise<void> {
  const Objects = versions.map(({ Key, VersionId }) => ({ Key, VersionId }))
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
  )
  const [refused] = Errors
  if (refused) throw new Error(`a version was not removed: ${refused.Code ?? 'unknown'}`)
}
