import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { recoveryFolders } from '#contract/recovery'
import { ExportedUser, MANIFEST, UserExportManifest } from '../../functions/recovery/exported-user.ts'
import { CommandError } from '../deploy/verdict.ts'

interface Export {
  readonly exportedAt: string
  readonly users: readonly ExportedUser[]
}

/** The newest complete export of another pool: the new, still empty pool is exported too. */
export async function readNewestUserExport(s3: S3Client, bucket: string, presentPoolId: string): Promise<Export> {
  const read = async (Key: string): Promise<string> => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }))
    return (await Body?.transformToString()) ?? ''
  }
  for (const key of await listManifests(s3, bucket)) {
    const { userPoolId, exportedAt, parts } = UserExportManifest.parse(JSON.parse(await read(key)))
    if (userPoolId === presentPoolId) continue
    const folder = key.slice(0, -MANIFEST.length)
    const texts = await Promise.all(parts.map((part) => read(folder + part)))
    const lines = texts.flatMap((text) => text.split('\n'))
    return { exportedAt, users: lines.map((line) => ExportedUser.parse(JSON.parse(line))) }
  }
  throw new CommandError(`En ${bucket} no hay ninguna copia de otro directorio de usuarios que ${presentPoolId}.`)
}

/** Newest first: folders are named by time. */
async function listManifests(s3: S3Client, bucket: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: bucket, Prefix: recoveryFolders.users },
  )) {
    for (const { Key } of Contents) if (Key?.endsWith(`/${MANIFEST}`)) keys.push(Key)
  }
  return keys.toSorted().toReversed()
}
