import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openStore } from '../../../bin/local/store.ts'
import { aDirectory, bucket, put, read, s3OnAPort } from './s3-on-a-port.ts'

test('an object comes back as it was put, with what was said about it', async () => {
  const bench = await s3OnAPort()
  const key = 'cus_1/informe ñ (1) & más+menos.pdf'
  await bench.client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: 'hola ñandú',
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'no-store',
      ServerSideEncryption: 'aws:kms',
      Metadata: { owner: 'cus_1' },
    }),
  )

  const object = await read(bench, key)

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
  const bench = await s3OnAPort()
  const body = Buffer.alloc(200_000, 'zñ')
  const chunks = [body.subarray(0, 70_001), body.subarray(70_001)]

  await bench.client.send(
    new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: Readable.from(chunks), ContentLength: body.length }),
  )

  const object = await read(bench, 'a')
  expect(object.ContentLength).toBe(body.length)
  expect(object.text).toBe(body.toString())
  expect(object.ContentEncoding).toBeUndefined()
})

test('keys that a file system would take for paths stay apart', async () => {
  const bench = await s3OnAPort()
  for (const key of ['a//b', 'a/b', 'a', '..%2fb', '.']) await put(bench, key, `this is ${key}`)

  const texts = await Promise.all(['a//b', 'a/b', 'a', '..%2fb', '.'].map((key) => read(bench, key)))

  expect(texts.map(({ text }) => text)).toEqual(['a//b', 'a/b', 'a', '..%2fb', '.'].map((key) => `this is ${key}`))
})

test('what does not exist is missing, by GET and by HEAD', async () => {
  const bench = await s3OnAPort()

  await expect(read(bench, 'nothing')).rejects.toMatchObject({ name: 'NoSuchKey' })
  const head = bench.client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'nothing' }))
  await expect(head).rejects.toMatchObject({ name: 'NotFound' })
})

test('a bucket that does not exist is missing', async () => {
  const { client } = await s3OnAPort()

  await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({ name: 'NotFound' })
  await expect(client.send(new HeadBucketCommand({ Bucket: bucket }))).resolves.toBeDefined()
})

test('a bucket says in which region it lies', async () => {
  const { client } = await s3OnAPort()

  const location = await client.send(new GetBucketLocationCommand({ Bucket: bucket }))

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
  const bench = await s3OnAPort()
  await put(bench, 'a')

  expect(await read(bench, 'a', { Range })).toMatchObject({ text, ContentRange })
})

test('a range beyond the end is refused', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a')

  await expect(read(bench, 'a', { Range: 'bytes=4-' })).rejects.toMatchObject({ name: 'InvalidRange' })
})

test('an object is put only if it is new where that is asked for', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a')

  const again = bench.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: 'x', IfNoneMatch: '*' }))

  await expect(again).rejects.toMatchObject({ name: 'PreconditionFailed' })
  expect((await read(bench, 'a')).text).toBe('hola')
  expect(bench.filesOnDisk()).toHaveLength(1)
})

test('a copy holds the same bytes and type, or the new ones it is given', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'ñ 1')
  const CopySource = `${bucket}/${encodeURIComponent('ñ 1')}`

  await bench.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'b', CopySource }))
  await bench.client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: 'c',
      CopySource,
      MetadataDirective: 'REPLACE',
      ContentType: 'text/plain',
    }),
  )

  expect(await read(bench, 'b')).toMatchObject({ text: 'hola', ContentType: 'application/pdf' })
  expect(await read(bench, 'c')).toMatchObject({ text: 'hola', ContentType: 'text/plain' })
})

test('a deleted object is gone and its versions are not', async () => {
  const bench = await s3OnAPort()
  const { VersionId } = await put(bench, 'a', 'old')
  await put(bench, 'a', 'new')

  const deleted = await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }))

  expect(deleted.DeleteMarker).toBe(true)
  await expect(read(bench, 'a')).rejects.toMatchObject({ name: 'NoSuchKey' })
  expect((await read(bench, 'a', { VersionId: VersionId ?? '' })).text).toBe('old')
})

test('versions are listed newest first, the delete marker among them', async () => {
  const bench = await s3OnAPort()
  const first = await put(bench, 'a/<1>&', 'one')
  const second = await put(bench, 'a/<1>&', 'four')
  await put(bench, 'b')
  const marker = await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a/<1>&' }))

  const list = await bench.client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: 'a/' }))

  expect(list.Versions).toMatchObject([
    { Key: 'a/<1>&', VersionId: second.VersionId, IsLatest: false, Size: 4 },
    { Key: 'a/<1>&', VersionId: first.VersionId, IsLatest: false, Size: 3 },
  ])
  expect(list.DeleteMarkers).toMatchObject([{ Key: 'a/<1>&', VersionId: marker.VersionId, IsLatest: true }])
})

test('versions are listed page by page', async () => {
  const bench = await s3OnAPort()
  for (const key of ['a', 'a', 'b']) await put(bench, key)

  const first = await bench.client.send(new ListObjectVersionsCommand({ Bucket: bucket, MaxKeys: 1 }))
  const rest = await bench.client.send(
    new ListObjectVersionsCommand({
      Bucket: bucket,
      KeyMarker: first.NextKeyMarker,
      VersionIdMarker: first.NextVersionIdMarker,
    }),
  )

  expect(first.IsTruncated).toBe(true)
  expect(rest.Versions?.map(({ Key }) => Key)).toEqual(['a', 'b'])
})

test('an object is erased for good, bytes and all, version by version', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a', 'old')
  await put(bench, 'a', 'new')
  await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }))
  const { Versions = [], DeleteMarkers = [] } = await bench.client.send(
    new ListObjectVersionsCommand({ Bucket: bucket }),
  )

  for (const { Key, VersionId } of [...Versions, ...DeleteMarkers]) {
    await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }))
  }

  expect((await bench.client.send(new ListObjectVersionsCommand({ Bucket: bucket }))).Versions).toBeUndefined()
  expect(bench.filesOnDisk()).toEqual([])
})

test('removing the delete marker brings the object back', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a')
  const { VersionId } = await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }))

  await bench.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a', VersionId }))

  expect((await read(bench, 'a')).text).toBe('hola')
})

test('several objects and versions are deleted at once, whatever their keys hold', async () => {
  const bench = await s3OnAPort()
  const keys = ['<a>&amp;"\'', 'ñ/b', 'c']
  for (const key of keys) await put(bench, key)
  const { VersionId } = await put(bench, 'd')

  const { Deleted, Errors } = await bench.client.send(
    new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects: [...keys.map((Key) => ({ Key })), { Key: 'd', VersionId }] },
    }),
  )

  expect(Errors).toBeUndefined()
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'd'])
  expect((await bench.client.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).toBe(0)
  expect(bench.filesOnDisk()).toHaveLength(3)
})

test('objects are listed by prefix, page by page, in the order of their bytes', async () => {
  const bench = await s3OnAPort()
  for (const key of ['p/é', 'p/z', 'p/a', 'p/B', 'q/1']) await put(bench, key)

  const first = await bench.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'p/', MaxKeys: 3 }))
  const rest = await bench.client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: 'p/', ContinuationToken: first.NextContinuationToken }),
  )

  expect(first.Contents?.map(({ Key }) => Key)).toEqual(['p/B', 'p/a', 'p/z'])
  expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['p/é'])
  expect(rest.IsTruncated).toBe(false)
})

test('keys below a delimiter are listed as one', async () => {
  const bench = await s3OnAPort()
  for (const key of ['a/1', 'a/2', 'b', 'c/1']) await put(bench, key)

  const list = await bench.client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }))

  expect(list.CommonPrefixes).toEqual([{ Prefix: 'a/' }, { Prefix: 'c/' }])
  expect(list.Contents?.map(({ Key }) => Key)).toEqual(['b'])
})

test('tags are kept with their object', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a')
  const TagSet = [{ Key: 'GuardDutyMalwareScanStatus', Value: 'NO_THREATS_FOUND & <ok>' }]

  await bench.client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key: 'a', Tagging: { TagSet } }))

  const tagging = await bench.client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: 'a' }))
  expect(tagging.TagSet).toEqual(TagSet)
})

test('what is not stood in for is refused as such', async () => {
  const bench = await s3OnAPort()
  await put(bench, 'a')

  const refused = bench.client.send(new GetObjectAclCommand({ Bucket: bucket, Key: 'a' }))

  await expect(refused).rejects.toMatchObject({ name: 'NotImplemented' })
})

test('objects and their versions outlive the program, and files no object came to hold do not', async () => {
  const directory = aDirectory()
  const store = openStore()
  const before = await s3OnAPort({ directory, store })
  const { VersionId = '' } = await put(before, 'a', 'old')
  await put(before, 'a', 'new')
  writeFileSync(join(directory, 'files', 'orphan'), 'written before its object was recorded')
  writeFileSync(join(directory, 'unfinished', 'half'), 'hal')

  const after = await s3OnAPort({ directory, store })

  expect((await read(after, 'a')).text).toBe('new')
  expect((await read(after, 'a', { VersionId })).text).toBe('old')
  expect(after.filesOnDisk()).toHaveLength(2)
})
