import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketEncryptionCommand,
  GetBucketLocationCommand,
  GetBucketLoggingCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { S3BucketOperation, S3ObjectOperation } from '../../../bin/local/s3/operation-names.ts'
import { filesBucket as Bucket, openBuckets } from './bucket-server.ts'
import { findMissedActions, createTemplateAuthorizer } from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
let buckets: Awaited<ReturnType<typeof openBuckets>>
beforeAll(async () => {
  buckets = await openBuckets(authorizer)
})
afterAll(() => buckets.close())

interface Stored {
  readonly Bucket: string
  readonly Key: string
  readonly VersionId: string | undefined
}
type Send = (client: S3Client, stored: Stored) => Promise<unknown>
type Needs = readonly [send: Send, ...actions: string[]]

const place = ({ Key }: Stored) => ({ Bucket, Key })
const target = { Bucket, Key: 'cus_a/invoice/new.pdf' }
const part = { UploadId: 'none', PartNumber: 1 }
const Tagging = 'color=azul'
const TagSet = [{ Key: 'color', Value: 'rojo' }]
const sourceOf = ({ Key }: Stored) => `${Bucket}/${Key}`

async function deleteTogether(client: S3Client, Objects: { Key: string; VersionId?: string | undefined }[]) {
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
  const [refused] = Errors
  if (refused) throw Object.assign(new Error(refused.Message), { name: refused.Code })
}

const ofBucket: Readonly<Record<S3BucketOperation, Needs>> = {
  'HEAD ': [(s3) => s3.send(new HeadBucketCommand({ Bucket })), 's3:ListBucket'],
  'GET list-type': [(s3) => s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'cus_a/' })), 's3:ListBucket'],
  'GET versions': [(s3) => s3.send(new ListObjectVersionsCommand({ Bucket })), 's3:ListBucketVersions'],
  'GET versioning': [(s3) => s3.send(new GetBucketVersioningCommand({ Bucket })), 's3:GetBucketVersioning'],
  'GET encryption': [(s3) => s3.send(new GetBucketEncryptionCommand({ Bucket })), 's3:GetEncryptionConfiguration'],
  'GET publicAccessBlock': [
    (s3) => s3.send(new GetPublicAccessBlockCommand({ Bucket })),
    's3:GetBucketPublicAccessBlock',
  ],
  'GET logging': [(s3) => s3.send(new GetBucketLoggingCommand({ Bucket })), 's3:GetBucketLogging'],
  'GET location': [(s3) => s3.send(new GetBucketLocationCommand({ Bucket })), 's3:GetBucketLocation'],
  'POST delete': [(s3, { Key }) => deleteTogether(s3, [{ Key }]), 's3:DeleteObject'],
}

const ofObject: Readonly<Record<S3ObjectOperation, Needs>> = {
  'GET ': [(s3, stored) => s3.send(new GetObjectCommand(place(stored))), 's3:GetObject', 'kms:Decrypt'],
  'HEAD ': [(s3, stored) => s3.send(new HeadObjectCommand(place(stored))), 's3:GetObject'],
  'PUT ': [(s3) => s3.send(new PutObjectCommand({ ...target, Body: 'a' })), 's3:PutObject', 'kms:GenerateDataKey'],
  'PUT copy': [
    (s3, stored) =>
      s3.send(new CopyObjectCommand({ ...target, CopySource: sourceOf(stored), TaggingDirective: 'REPLACE' })),
    's3:GetObject',
    'kms:Decrypt',
    's3:PutObject',
    'kms:GenerateDataKey',
  ],
  'DELETE ': [(s3, stored) => s3.send(new DeleteObjectCommand(place(stored))), 's3:DeleteObject'],
  'GET tagging': [(s3, stored) => s3.send(new GetObjectTaggingCommand(place(stored))), 's3:GetObjectTagging'],
  'PUT tagging': [
    (s3, stored) => s3.send(new PutObjectTaggingCommand({ ...place(stored), Tagging: { TagSet } })),
    's3:PutObjectTagging',
  ],
  'DELETE tagging': [(s3, stored) => s3.send(new DeleteObjectTaggingCommand(place(stored))), 's3:DeleteObjectTagging'],
  'POST uploads': [(s3) => s3.send(new CreateMultipartUploadCommand(target)), 's3:PutObject', 'kms:GenerateDataKey'],
  'PUT uploadId': [
    (s3) => s3.send(new UploadPartCommand({ ...target, ...part, Body: 'a' })),
    's3:PutObject',
    'kms:Decrypt',
  ],
  'POST uploadId': [(s3) => s3.send(new CompleteMultipartUploadCommand({ ...target, ...part })), 's3:PutObject'],
  'DELETE uploadId': [
    (s3) => s3.send(new AbortMultipartUploadCommand({ ...target, ...part })),
    's3:AbortMultipartUpload',
  ],
}

const more: Readonly<Record<string, Needs>> = {
  'a version read': [(s3, stored) => s3.send(new GetObjectCommand(stored)), 's3:GetObjectVersion', 'kms:Decrypt'],
  'a version removed': [(s3, stored) => s3.send(new DeleteObjectCommand(stored)), 's3:DeleteObjectVersion'],
  'a version removed among others': [
    (s3, { Key, VersionId }) => deleteTogether(s3, [{ Key, VersionId }]),
    's3:DeleteObjectVersion',
  ],
  'a retention overridden': [
    (s3, stored) => s3.send(new DeleteObjectCommand({ ...stored, BypassGovernanceRetention: true })),
    's3:DeleteObjectVersion',
    's3:BypassGovernanceRetention',
  ],
  "a version's tags": [(s3, stored) => s3.send(new GetObjectTaggingCommand(stored)), 's3:GetObjectVersionTagging'],
  'a checksum of the content': [
    (s3, stored) => s3.send(new HeadObjectCommand({ ...place(stored), ChecksumMode: 'ENABLED' })),
    's3:GetObject',
    'kms:Decrypt',
  ],
  'an object put with tags': [
    (s3) => s3.send(new PutObjectCommand({ ...target, Body: 'a', Tagging })),
    's3:PutObject',
    's3:PutObjectTagging',
    'kms:GenerateDataKey',
  ],
  'an object put under a retention and a hold': [
    (s3) =>
      s3.send(
        new PutObjectCommand({
          ...target,
          Body: 'a',
          ObjectLockMode: 'GOVERNANCE',
          ObjectLockRetainUntilDate: new Date('2030-01-01'),
          ObjectLockLegalHoldStatus: 'ON',
        }),
      ),
    's3:PutObject',
    's3:PutObjectRetention',
    's3:PutObjectLegalHold',
    'kms:GenerateDataKey',
  ],
  "an object under S3's own key": [
    (s3) => s3.send(new PutObjectCommand({ ...target, Body: 'a', ServerSideEncryption: 'AES256' })),
    's3:PutObject',
  ],
  'a copy with its tags': [
    (s3, stored) => s3.send(new CopyObjectCommand({ ...target, CopySource: sourceOf(stored) })),
    's3:GetObject',
    'kms:Decrypt',
    's3:GetObjectTagging',
    's3:PutObject',
    's3:PutObjectTagging',
    'kms:GenerateDataKey',
  ],
  'all buckets': [(s3) => s3.send(new ListBucketsCommand({})), 's3:ListAllMyBuckets'],
}

test.for([
  ...Object.entries(ofBucket).map(([name, needs]) => [`${name} of a bucket`, needs] as const),
  ...Object.entries(ofObject).map(([name, needs]) => [`${name} of an object`, needs] as const),
  ...Object.entries(more),
])('%s needs its actions and no others', async ([, [send, ...actions]]) => {
  const sendAs = async (role: string) =>
    send(buckets.as(role), await buckets.store('cus_a/receipt/1.pdf', { color: 'azul' }))

  expect(await findMissedActions(authorizer, actions, sendAs)).toEqual([...actions, undefined])
})

test('a copy whose source is badly encoded is refused as such, and is no failure of the stand-in', async () => {
  const copy = new CopyObjectCommand({ ...target, CopySource: `${Bucket}/%E0%A4%A` })

  await expect(buckets.as(authorizer.makeRole(['s3:*'])).send(copy)).rejects.toMatchObject({
    name: 'InvalidArgument',
    message: 'Invalid copy source encoding',
    $metadata: { httpStatusCode: 400 },
  })
})
