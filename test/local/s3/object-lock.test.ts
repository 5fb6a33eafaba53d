import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { createUploadOffer, startTestS3, submitUploadForm } from './start-test-s3.ts'

const Bucket = 'locked'
const Key = 'a'

async function aLockedObject(mode: 'COMPLIANCE' | 'GOVERNANCE') {
  const bench = await startTestS3({
    buckets: [Bucket, 'open'],
    locks: new Map([[Bucket, { mode, days: 1 }]]),
  })
  const { client } = bench
  const { VersionId } = await client.send(new PutObjectCommand({ Bucket, Key, Body: 'hola' }))
  const removal = (BypassGovernanceRetention = false) =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention }))
  const lockOf = async (place: { readonly Bucket: string; readonly Key: string }) => {
    const { ObjectLockMode: lockMode, ObjectLockRetainUntilDate: until } = await client.send(
      new GetObjectCommand(place),
    )
    return { lockMode, until }
  }
  return { bench, client, VersionId, removal, lockOf }
}

const untilTomorrow = () => ({ lockMode: 'COMPLIANCE', until: expect.any(Date) })

describe('a bucket with Object Lock', () => {
  test('keeps a version until its retention is over, and says until when', async () => {
    const { client, removal, VersionId } = await aLockedObject('COMPLIANCE')

    await expect(removal()).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(removal(true)).rejects.toThrow('protected by object lock')
    const batch = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key, VersionId }] } }))
    expect(batch.Errors).toMatchObject([{ Key, Code: 'AccessDenied' }])
    const found = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(await found.Body?.transformToString()).toBe('hola')
    expect(found.ObjectLockMode).toBe('COMPLIANCE')
    expect(found.ObjectLockRetainUntilDate?.getTime()).toBeGreaterThan(Date.now() + 86_000_000)
  })

  test('lets a version go by GOVERNANCE to whoever bypasses it', async () => {
    const { removal } = await aLockedObject('GOVERNANCE')

    await expect(removal()).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(removal(true)).resolves.toMatchObject({ $metadata: { httpStatusCode: 204 } })
  })

  test('hides an object under a delete marker as before, and keeps its version', async () => {
    const { client, VersionId } = await aLockedObject('COMPLIANCE')

    await client.send(new DeleteObjectCommand({ Bucket, Key }))

    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NoSuchKey' })
    const hidden = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))
    expect(await hidden.Body?.transformToString()).toBe('hola')
  })

  test('takes a retention of its own, and a bucket without Object Lock takes none', async () => {
    const { client } = await aLockedObject('GOVERNANCE')
    const own = { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date('2099-01-01') } as const

    await client.send(new PutObjectCommand({ Bucket, Key: 'own', Body: 'a', ...own }))

    expect(await client.send(new GetObjectCommand({ Bucket, Key: 'own' }))).toMatchObject(own)
    await expect(
      client.send(new PutObjectCommand({ Bucket: 'open', Key: 'own', Body: 'a', ...own })),
    ).rejects.toMatchObject({ name: 'InvalidRequest' })
  })

  test('gives a copy its own default retention or the one asked for, never that of the source', async () => {
    const { client, lockOf } = await aLockedObject('COMPLIANCE')
    const own = { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: new Date('2099-01-01') } as const
    await client.send(new PutObjectCommand({ Bucket, Key: 'own', Body: 'a', ...own }))
    const copy = (to: { readonly Bucket: string; readonly Key: string }, more: object = {}) =>
      client.send(new CopyObjectCommand({ CopySource: `${Bucket}/own`, ...to, ...more }))

    await copy({ Bucket: 'open', Key: 'copy' })
    await copy({ Bucket, Key: 'copy' })
    await copy({ Bucket, Key: 'asked' }, own)

    expect(await lockOf({ Bucket: 'open', Key: 'copy' })).toEqual({ lockMode: undefined, until: undefined })
    expect(await lockOf({ Bucket, Key: 'copy' })).toEqual(untilTomorrow())
    expect(await lockOf({ Bucket, Key: 'asked' })).toEqual({
      lockMode: 'GOVERNANCE',
      until: own.ObjectLockRetainUntilDate,
    })
  })

  test('keeps what is uploaded by a form or in parts like what is put', async () => {
    const { bench, client, lockOf } = await aLockedObject('COMPLIANCE')

    await submitUploadForm(await createUploadOffer(bench, { Bucket, Key: 'form' }))
    const upload = { Bucket, Key: 'parts' }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload))
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'a' }))
    await client.send(
      new CompleteMultipartUploadCommand({
        ...upload,
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      }),
    )

    expect(await lockOf({ Bucket, Key: 'form' })).toEqual(untilTomorrow())
    expect(await lockOf(upload)).toEqual(untilTomorrow())
  })

  test('takes no part of an upload without a checksum', async () => {
    const { bench } = await aLockedObject('COMPLIANCE')
    const client = bench.clientWith({}, { requestChecksumCalculation: 'WHEN_REQUIRED' })
    const upload = { Bucket, Key: 'parts' }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload))

    const part = client.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'a' }))

    await expect(part).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: expect.stringContaining('for Put Part requests with Object Lock parameters'),
    })
  })

  test.each([
    [{ ObjectLockMode: 'COMPLIANCE' }, 'must both be supplied'],
    [{ ObjectLockRetainUntilDate: new Date('2099-01-01') }, 'must both be supplied'],
    [{ ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date('2020-01-01') }, 'must be in the future'],
  ] as const)('refuses the retention %j', async (own, message) => {
    const { client } = await aLockedObject('COMPLIANCE')

    await expect(client.send(new PutObjectCommand({ Bucket, Key: 'own', Body: 'a', ...own }))).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: expect.stringContaining(message),
    })
  })
})
