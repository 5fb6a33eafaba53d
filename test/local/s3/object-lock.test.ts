import { DeleteObjectCommand, DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { startTestS3 } from './start-test-s3.ts'

const Bucket = 'locked'
const Key = 'a'

async function aLockedObject(mode: 'COMPLIANCE' | 'GOVERNANCE') {
  const { client } = await startTestS3({
    buckets: [Bucket, 'open'],
    locks: new Map([[Bucket, { mode, days: 1 }]]),
  })
  const { VersionId } = await client.send(new PutObjectCommand({ Bucket, Key, Body: 'hola' }))
  const removal = (BypassGovernanceRetention = false) =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention }))
  return { client, VersionId, removal }
}

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
})
