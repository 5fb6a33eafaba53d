import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findArn, getFunctionRoleArn } from '../../lib/authorization.ts'
import { archiveBucket, filesBucket, openBuckets } from './bucket-server.ts'
import { findDeniedAction, createTemplateAuthorizer, withoutGrant } from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
const [files, payments, eraser, exportSweeper] = [
  getFunctionRoleArn('files'),
  getFunctionRoleArn('payments'),
  getFunctionRoleArn('privacy/erase-due'),
  getFunctionRoleArn('privacy/sweep-exports'),
]
const filesKey = findArn('AWS::KMS::Key', 'FilesKey')
const clean = { GuardDutyMalwareScanStatus: 'NO_THREATS_FOUND' }

let buckets: Awaited<ReturnType<typeof openBuckets>>
beforeAll(async () => {
  buckets = await openBuckets(authorizer)
})
afterAll(() => buckets.close())

interface Place {
  readonly Bucket: string
  readonly Key: string
}
const read = ({ Bucket, Key }: Place) => new GetObjectCommand({ Bucket, Key })
const head = ({ Bucket, Key }: Place) => new HeadObjectCommand({ Bucket, Key })
const put = (Key: string, more: object = {}) =>
  new PutObjectCommand({ Bucket: filesBucket, Key, Body: 'hola', ...more })

describe('files of clients', () => {
  test('are put and, once found clean, read by the function of files', async () => {
    await buckets.as(files).send(put('cus_a/analytics/new.pdf'))
    const file = await buckets.store('cus_a/analytics/clean.pdf', clean)

    const { Body } = await buckets.as(files).send(read(file))

    expect(await Body?.transformToString()).toBe('hola')
  })

  test('are kept from other functions, in the words of AWS', async () => {
    const file = await buckets.store('cus_a/analytics/1.pdf', clean)

    await expect(buckets.as(payments).send(read(file))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining(
        `perform: s3:GetObject on resource: "arn:aws:s3:::${filesBucket}/cus_a/analytics/1.pdf" because no identity-based policy allows the s3:GetObject action`,
      ),
      $metadata: { httpStatusCode: 403 },
    })
    expect(authorizer.denials.at(-1)).toMatchObject({ role: payments, action: 's3:GetObject' })
  })

  test.for([
    ['unknown to the scan', {}] as const,
    ['infected', { GuardDutyMalwareScanStatus: 'THREATS_FOUND' }] as const,
  ])('are denied by the bucket while they are %s, to GET, HEAD and links', async ([, tags]) => {
    const file = await buckets.store('cus_a/analytics/2.pdf', tags)
    const link = await getSignedUrl(buckets.as(files), read(file))

    await expect(buckets.as(files).send(read(file))).rejects.toMatchObject({
      message: expect.stringContaining('with an explicit deny in a resource-based policy'),
    })
    await expect(buckets.as(files).send(head(file))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
    expect((await fetch(link)).status).toBe(403)
  })

  test('are read and written with leave to use their key alone', async () => {
    const locked = await openBuckets(createTemplateAuthorizer(withoutGrant('kms:Decrypt', 'kms:GenerateDataKey')))
    const file = await locked.store('cus_a/analytics/3.pdf', clean)

    await expect(locked.as(files).send(read(file))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining(`perform: kms:Decrypt on resource: "${filesKey}"`),
    })
    expect(await findDeniedAction(locked.as(files).send(put('cus_a/analytics/4.pdf')))).toBe('kms:GenerateDataKey')
    // HEAD does not reveal the content.
    await expect(locked.as(files).send(head(file))).resolves.toBeDefined()
    locked.close()
  })

  test('are not reached without TLS', async () => {
    const file = await buckets.store('cus_a/analytics/5.pdf', clean)

    authorizer.sendInsecurely()

    await expect(buckets.as(files).send(read(file))).rejects.toMatchObject({
      message: expect.stringContaining('with an explicit deny in a resource-based policy'),
    })
  })

  test('are read in their newest version: an older one needs a right of its own', async () => {
    const { VersionId, ...file } = await buckets.store('cus_a/receipt/6.pdf')

    expect(await findDeniedAction(buckets.as(payments).send(new GetObjectCommand({ ...file, VersionId })))).toBe(
      's3:GetObjectVersion',
    )
  })

  test('are tagged by nobody who puts one, so that no upload calls itself clean', async () => {
    const Tagging = new URLSearchParams(clean).toString()

    expect(await findDeniedAction(buckets.as(files).send(put('cus_a/analytics/7.pdf', { Tagging })))).toBe(
      's3:PutObjectTagging',
    )
  })

  test('are removed together as far as each may be', async () => {
    const sweeper = getFunctionRoleArn('privacy/sweep-exports')
    const made = await buckets.store('cus_a/export/1.zip')
    const file = await buckets.store('cus_a/analytics/8.pdf', clean)
    const Objects = [made, file].map(({ Key, VersionId }) => ({ Key, VersionId }))

    const { Deleted, Errors } = await buckets
      .as(sweeper)
      .send(new DeleteObjectsCommand({ Bucket: filesBucket, Delete: { Objects } }))

    expect(Deleted?.map(({ Key }) => Key)).toEqual([made.Key])
    expect(Errors).toMatchObject([{ Key: file.Key, Code: 'AccessDenied' }])
  })
})

describe('what is missing', () => {
  const missing = { Bucket: filesBucket, Key: 'cus_a/receipt/none.pdf' }

  test('is told to whoever may list the bucket', async () => {
    await expect(buckets.as(payments).send(read(missing))).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(buckets.as(payments).send(head(missing))).rejects.toMatchObject({ name: 'NotFound' })
  })

  test('is refused to whoever may not', async () => {
    const reader = authorizer.makeRole(['s3:GetObject', 'kms:Decrypt'])

    expect(await findDeniedAction(buckets.as(reader).send(read(missing)))).toBe('s3:ListBucket')
    await expect(buckets.as(reader).send(head(missing))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
  })

  test('has no tag either, so the bucket denies it where files have to be clean', async () => {
    const upload = { Bucket: filesBucket, Key: 'cus_a/analytics/none.pdf' }

    expect(await findDeniedAction(buckets.as(files).send(read(upload)))).toBe('s3:GetObject')
  })
})

async function post(roleArn: string, Key: string) {
  const { url, fields } = await createPresignedPost(buckets.as(roleArn), { Bucket: filesBucket, Key })
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob(['hola']))
  return fetch(url, { method: 'POST', body })
}

describe('links and forms', () => {
  test('have the rights of whoever signed them, at the time of their use', async () => {
    const file = await buckets.store('cus_a/analytics/9.pdf', clean)
    const [own, others] = await Promise.all([files, payments].map((role) => getSignedUrl(buckets.as(role), read(file))))

    expect((await fetch(own ?? '')).status).toBe(200)
    expect((await fetch(others ?? '')).status).toBe(403)
    expect((await post(files, 'cus_a/analytics/10.pdf')).status).toBe(204)
    expect((await post(payments, 'cus_a/analytics/10.pdf')).status).toBe(403)
  })

  test('are of no use with the session token taken out or put in the place of another', async () => {
    const file = await buckets.store('cus_a/analytics/11.pdf', clean)
    const link = new URL(await getSignedUrl(buckets.as(files), read(file)))
    link.searchParams.set('X-Amz-Security-Token', authorizer.credentialsOf(payments).sessionToken)
    const bare = new URL(link)
    bare.searchParams.delete('X-Amz-Security-Token')

    expect((await fetch(link)).status).toBe(400)
    expect((await fetch(bare)).status).toBe(400)
  })
})

const archive = (more: object = {}) =>
  new PutObjectCommand({ Bucket: archiveBucket, Key: 'keep-1/cus_a', Body: '{}', ...more })

describe('the archive', () => {
  test('takes a thing of the eraser once, and lets it read none', async () => {
    await buckets.as(eraser).send(archive({ IfNoneMatch: '*' }))

    await expect(buckets.as(eraser).send(archive())).rejects.toMatchObject({
      message: expect.stringContaining('s3:PutObject on resource'),
    })
    expect(authorizer.denials.at(-1)?.decision).toMatchObject({ decision: 'explicitDeny', sid: 'NothingIsWrittenOver' })
    expect(await findDeniedAction(buckets.as(eraser).send(read({ Bucket: archiveBucket, Key: 'keep-1/cus_a' })))).toBe(
      's3:GetObject',
    )
  })

  test('takes nothing of others', async () => {
    expect(await findDeniedAction(buckets.as(files).send(archive({ IfNoneMatch: '*' })))).toBe('s3:PutObject')
    expect(authorizer.denials.at(-1)?.decision).toMatchObject({ decision: 'explicitDeny', sid: 'OnlyTheEraser' })
  })
})

test('who only removes files sees none of their names', async () => {
  const list = new ListObjectsV2Command({ Bucket: filesBucket })

  expect(await findDeniedAction(buckets.as(exportSweeper).send(list))).toBe('s3:ListBucket')
})
