import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createS3StandIn } from '../../../bin/local/s3/s3.ts'
import { findArn } from '../../lib/authorization.ts'
import { operator, region, serve, type TemplateAuthorizer } from './template-roles.ts'

const nameOf = (arn: string): string => arn.split(':').at(-1) ?? ''
export const filesBucket = nameOf(findArn('AWS::S3::Bucket', 'FilesBucket'))
export const archiveBucket = nameOf(findArn('AWS::S3::Bucket', 'ArchiveBucket'))

export async function openBuckets(authorizer: TemplateAuthorizer) {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const standIn = createS3StandIn({
    store: openDocumentStore(),
    directory,
    region,
    ...operator,
    basePath: '/s3',
    buckets: [filesBucket, archiveBucket],
    allowedOrigins: [],
    authorizeCall: authorizer.authorizeCall,
  })
  const { url, close } = await serve((request, response) => void standIn.answer(request, response))
  const as = (roleArn?: string) =>
    new S3Client({
      endpoint: `${url}/s3`,
      region,
      credentials: roleArn === undefined ? operator : authorizer.credentialsOf(roleArn),
      maxAttempts: 1,
    })
  /** Bypasses authorisation, for objects from before the test. */
  const store = async (Key: string, tags: Readonly<Record<string, string>> = {}, Bucket = filesBucket) => {
    const Tagging = new URLSearchParams(tags).toString()
    const { VersionId } = await as().send(new PutObjectCommand({ Bucket, Key, Body: 'hola', Tagging }))
    return { Bucket, Key, VersionId }
  }
  return {
    as,
    store,
    close: () => {
      close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
