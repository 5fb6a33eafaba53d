import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createTemporaryDirectory, testBucket, putTestObject, readTestObject, startTestS3 } from './start-test-s3.ts'

test('an object comes back as it was put, with what was said about it', async () => {
  const bench = await startTestS3()
  const key = 'cus_1/informe ñ (1) & más+menos.pdf'
  await bench.client.send(
    new PutObjectCommand({
      Bucket: testBucket,
      Key: key,
      Body: 'hola ñandú',
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'no-store',
      ServerSideEncryption: 'aws:kms',
      Metadata: { owner: 'cus_1' },
    }),
  )

  const object = await readTestObject(bench, key)

  expect(object).toMatchObject({
    text: 'hola ñandú',
    ContentType: 'text/plain; charset=utf-8',
    CacheControl: 'no-store',
    ServerSideEncryption: 'aws:kms',
    Metadata: { owner: 'cus_1' },
    ContentLength: 12,
  })
  expect(object.ChecksumCRC32).toBeDefined()
})

test('a stream with a checksum at its end comes back whole', async () => {
  const bench = await startTestS3()
  const body = Buffer.alloc(200_000, 'zñ')
  const chunks = [body.subarray(0, 70_001), body.subarray(70_001)]

  await bench.client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: Readable.from(chunks), ContentLength: body.length }),
  )

  const object = await readTestObject(bench, 'a')
  expect(object.ContentLength).toBe(body.length)
  expect(object.text).toBe(body.toString())
  expect(object.ContentEncoding).toBeUndefined()
})

test('keys that a file system would take for paths stay apart', async () => {
  const bench = await startTestS3()
  for (const key of ['a//b', 'a/b', 'a', '..%2fb', '.']) await putTestObject(bench, key, `this is ${key}`)

  const texts = await Promise.all(['a//b', 'a/b', 'a', '..%2fb', '.'].map((key) => readTestObject(bench, key)))

  expect(texts.map(({ text }) => text)).toEqual(['a//b', 'a/b', 'a', '..%2fb', '.'].map((key) => `this is ${key}`))
})

test('what does not exist is missing, by GET and by HEAD', async () => {
  const bench = await startTestS3()

  await expect(readTestObject(bench, 'nothing')).rejects.toMatchObject({ name: 'NoSuchKey' })
  const head = bench.client.send(new HeadObjectCommand({ Bucket: testBucket, Key: 'nothing' }))
  await expect(head).rejects.toMatchObject({ name: 'NotFound' })
})

test('a bucket that does not exist is missing', async () => {
  const { client } = await startTestS3()

  await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({ name: 'NotFound' })
  await expect(client.send(new HeadBucketCommand({ Bucket: testBucket }))).resolves.toBeDefined()
})

test('a bucket says in which region it lies', async () => {
  const { client } = await startTestS3()

  const location = await client.send(new GetBucketLocationCommand({ Bucket: testBucket }))

  expect(location.LocationConstraint).toBe('eu-west-1')
  await expect(client.send(new GetBucketLocationCommand({ Bucket: 'other' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test.each([
  ['bytes=1-2', 'ol', 'bytes 1-2/4'],
  ['bytes=2-', 'la', 'bytes 2-3/4'],
  ['bytes=-1', 'a', 'bytes 3-3/4'],
  ['bytes=0-99', 'hola', 'bytes 0-3/4'],
])('the range %s is %s', async (Range, text, ContentRange) => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  expect(await readTestObject(bench, 'a', { Range })).toMatchObject({ text, ContentRange })
})

test('a range beyond the end is refused', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  await expect(readTestObject(bench, 'a', { Range: 'bytes=4-' })).rejects.toMatchObject({ name: 'InvalidRange' })
})

test('an object is put only if it is new where that is asked for', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  const again = bench.client.send(new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: 'x', IfNoneMatch: '*' }))

  await expect(again).rejects.toMatchObject({ name: 'PreconditionFailed' })
  expect((await readTestObject(bench, 'a')).text).toBe('hola')
  expect(bench.filesOnDisk()).toHaveLength(1)
})

test.each([
  ['%E0%A4%A', 'Invalid copy source encoding'],
  [testBucket, 'Invalid copy source object key'],
  [`${testBucket}/`, 'Invalid copy source object key'],
  ['/', 'Invalid copy source bucket name'],
])('a copy of «%s», which names no object, is refused as S3 refuses it', async (CopySource, message) => {
  const { client } = await startTestS3()

  const copy = client.send(new CopyObjectCommand({ Bucket: testBucket, Key: 'b', CopySource }))

  await expect(copy).rejects.toMatchObject({ name: 'InvalidArgument', message, $metadata: { httpStatusCode: 400 } })
})

test('a copy holds the same bytes and type, or the new ones it is given', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'ñ 1')
  const CopySource = `${testBucket}/${encodeURIComponent('ñ 1')}`

  const source = await readTestObject(bench, 'ñ 1')

  const copied = await bench.client.send(new CopyObjectCommand({ Bucket: testBucket, Key: 'b', CopySource }))
  await bench.client.send(
    new CopyObjectCommand({
      Bucket: testBucket,
      Key: 'c',
      CopySource,
      MetadataDirective: 'REPLACE',
      ContentType: 'text/plain',
    }),
  )

  const copy = await readTestObject(bench, 'b')
  expect(copy).toMatchObject({ text: 'hola', ContentType: 'application/pdf' })
  expect(copied).toMatchObject({ VersionId: copy.VersionId, CopySourceVersionId: source.VersionId })
  expect(copied.CopyObjectResult).toEqual({ ETag: copy.ETag, LastModified: expect.any(Date) })
  expect(copy.VersionId).not.toBe(source.VersionId)
  expect(await readTestObject(bench, 'c')).toMatchObject({ text: 'hola', ContentType: 'text/plain' })
})

test('a deleted object is gone and its versions are not', async () => {
  const bench = await startTestS3()
  const { VersionId } = await putTestObject(bench, 'a', 'old')
  await putTestObject(bench, 'a', 'new')

  const deleted = await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'a' }))

  expect(deleted.DeleteMarker).toBe(true)
  await expect(readTestObject(bench, 'a')).rejects.toMatchObject({ name: 'NoSuchKey' })
  expect((await readTestObject(bench, 'a', { VersionId: VersionId ?? '' })).text).toBe('old')
})

test('versions are listed newest first, the delete marker among them', async () => {
  const bench = await startTestS3()
  const first = await putTestObject(bench, 'a/<1>&', 'one')
  const second = await putTestObject(bench, 'a/<1>&', 'four')
  await putTestObject(bench, 'b')
  const marker = await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'a/<1>&' }))

  const list = await bench.client.send(new ListObjectVersionsCommand({ Bucket: testBucket, Prefix: 'a/' }))

  expect(list.Versions).toMatchObject([
    { Key: 'a/<1>&', VersionId: second.VersionId, IsLatest: false, Size: 4 },
    { Key: 'a/<1>&', VersionId: first.VersionId, IsLatest: false, Size: 3 },
  ])
  expect(list.DeleteMarkers).toMatchObject([{ Key: 'a/<1>&', VersionId: marker.VersionId, IsLatest: true }])
})

test('versions are listed page by page', async () => {
  const bench = await startTestS3()
  for (const key of ['a', 'a', 'b']) await putTestObject(bench, key)

  const first = await bench.client.send(new ListObjectVersionsCommand({ Bucket: testBucket, MaxKeys: 1 }))
  const rest = await bench.client.send(
    new ListObjectVersionsCommand({
      Bucket: testBucket,
      KeyMarker: first.NextKeyMarker,
      VersionIdMarker: first.NextVersionIdMarker,
    }),
  )

  expect(first.IsTruncated).toBe(true)
  expect(rest.Versions?.map(({ Key }) => Key)).toEqual(['a', 'b'])
})

test('an object is erased for good, bytes and all, version by version', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a', 'old')
  await putTestObject(bench, 'a', 'new')
  await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'a' }))
  const { Versions = [], DeleteMarkers = [] } = await bench.client.send(
    new ListObjectVersionsCommand({ Bucket: testBucket }),
  )

  for (const { Key, VersionId } of [...Versions, ...DeleteMarkers]) {
    await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key, VersionId }))
  }

  expect((await bench.client.send(new ListObjectVersionsCommand({ Bucket: testBucket }))).Versions).toBeUndefined()
  expect(bench.filesOnDisk()).toEqual([])
})

test('removing the delete marker brings the object back', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')
  const { VersionId } = await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'a' }))

  await bench.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'a', VersionId }))

  expect((await readTestObject(bench, 'a')).text).toBe('hola')
})

test('several objects and versions are deleted at once, whatever their keys hold', async () => {
  const bench = await startTestS3()
  const keys = ['<a>&amp;"\'', 'ñ/b', 'c']
  for (const key of keys) await putTestObject(bench, key)
  const { VersionId } = await putTestObject(bench, 'd')

  const { Deleted, Errors } = await bench.client.send(
    new DeleteObjectsCommand({
      Bucket: testBucket,
      Delete: { Objects: [...keys.map((Key) => ({ Key })), { Key: 'd', VersionId }] },
    }),
  )

  expect(Errors).toBeUndefined()
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'd'])
  expect((await bench.client.send(new ListObjectsV2Command({ Bucket: testBucket }))).KeyCount).toBe(0)
  expect(bench.filesOnDisk()).toHaveLength(3)
})

test('objects are listed by prefix, page by page, in the order of their bytes', async () => {
  const bench = await startTestS3()
  for (const key of ['p/é', 'p/z', 'p/a', 'p/B', 'q/1']) await putTestObject(bench, key)

  const first = await bench.client.send(new ListObjectsV2Command({ Bucket: testBucket, Prefix: 'p/', MaxKeys: 3 }))
  const rest = await bench.client.send(
    new ListObjectsV2Command({ Bucket: testBucket, Prefix: 'p/', ContinuationToken: first.NextContinuationToken }),
  )

  expect(first.Contents?.map(({ Key }) => Key)).toEqual(['p/B', 'p/a', 'p/z'])
  expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['p/é'])
  expect(rest.IsTruncated).toBe(false)
})

test('keys below a delimiter are listed as one', async () => {
  const bench = await startTestS3()
  for (const key of ['a/1', 'a/2', 'b', 'c/1']) await putTestObject(bench, key)

  const list = await bench.client.send(new ListObjectsV2Command({ Bucket: testBucket, Delimiter: '/' }))

  expect(list.CommonPrefixes).toEqual([{ Prefix: 'a/' }, { Prefix: 'c/' }])
  expect(list.Contents?.map(({ Key }) => Key)).toEqual(['b'])
})

test('tags are kept with their object', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')
  const TagSet = [{ Key: 'GuardDutyMalwareScanStatus', Value: 'NO_THREATS_FOUND & <ok>' }]

  await bench.client.send(new PutObjectTaggingCommand({ Bucket: testBucket, Key: 'a', Tagging: { TagSet } }))

  const tagging = await bench.client.send(new GetObjectTaggingCommand({ Bucket: testBucket, Key: 'a' }))
  expect(tagging.TagSet).toEqual(TagSet)
})

test('what is not stood in for is refused as such', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  const refused = bench.client.send(new GetObjectAclCommand({ Bucket: testBucket, Key: 'a' }))

  await expect(refused).rejects.toMatchObject({ name: 'NotImplemented' })
})

test('objects and their versions outlive the program, and files no object came to hold do not', async () => {
  const directory = createTemporaryDirectory()
  const store = openDocumentStore()
  const before = await startTestS3({ directory, store })
  const { VersionId = '' } = await putTestObject(before, 'a', 'old')
  await putTestObject(before, 'a', 'new')
  writeFileSync(join(directory, 'files', 'orphan'), 'written before its object was recorded')
  writeFileSync(join(directory, 'unfinished', 'half'), 'hal')

  const after = await startTestS3({ directory, store })

  expect((await readTestObject(after, 'a')).text).toBe('new')
  expect((await readTestObject(after, 'a', { VersionId })).text).toBe('old')
  expect(after.filesOnDisk()).toHaveLength(2)
})

test('a version that somebody knows already is not sent again, by its tag, a list of tags or any', async () => {
  const bench = await startTestS3()
  const { ETag = '' } = await bench.client.send(new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: 'x' }))
  const status = async (conditions: { IfNoneMatch?: string; IfMatch?: string }) => {
    const sent = bench.client.send(new GetObjectCommand({ Bucket: testBucket, Key: 'a', ...conditions }))
    const { $metadata } = await sent.catch((error: S3ServiceException) => error)
    return $metadata.httpStatusCode
  }

  const known = [ETag, ETag.replaceAll('"', ''), `"other", ${ETag}`, '*']
  for (const tags of known) {
    expect([await status({ IfNoneMatch: tags }), await status({ IfMatch: tags })], tags).toEqual([304, 200])
  }
  expect([await status({ IfNoneMatch: '"other"' }), await status({ IfMatch: '"other"' })]).toEqual([200, 412])
})
