import { Readable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import {
  type RunningS3,
  testBucket,
  summarizeS3Response,
  putTestObject,
  readTestObject,
  startTestS3,
  testSiteOrigin,
} from './start-test-s3.ts'

const attachment = `attachment; filename="informe.pdf"; filename*=UTF-8''inf%C3%B3rme.pdf`

function aDownload({ client }: RunningS3, Key = 'a'): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: testBucket,
    Key,
    ResponseContentDisposition: attachment,
    ResponseContentType: 'application/octet-stream',
  })
  return getSignedUrl(client, command, { expiresIn: 60 })
}

test('a download link gives the file as the attachment it was signed for', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a b/ñ+1')

  const response = await fetch(await aDownload(bench, 'a b/ñ+1'))

  expect(await response.text()).toBe('hola')
  expect(response.headers.get('content-disposition')).toBe(attachment)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
})

test('a file never runs as a page of the product', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a', '<script>alert(1)</script>')

  const { headers } = await fetch(await aDownload(bench))

  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a file name no header can carry is refused', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')
  const ResponseContentDisposition = 'attachment; filename="80 €.pdf"'
  const link = await getSignedUrl(
    bench.client,
    new GetObjectCommand({ Bucket: testBucket, Key: 'a', ResponseContentDisposition }),
  )

  expect(await summarizeS3Response(await fetch(link))).toBe('400 InvalidArgument')
})

test.each([
  ['signature', /X-Amz-Signature=[0-9a-f]{4}/, 'X-Amz-Signature=0000'],
  ['key', '/clientes/a?', '/clientes/b?'],
  ['disposition', 'attachment', 'inline'],
  ['life', 'X-Amz-Expires=60', 'X-Amz-Expires=600'],
])('a download link with a changed %s is refused', async (_, from, to) => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')
  await putTestObject(bench, 'b')
  const link = await aDownload(bench)

  const changed = link.replace(from, to)

  expect(changed).not.toBe(link)
  expect(await summarizeS3Response(await fetch(changed))).toBe('403 SignatureDoesNotMatch')
})

test('a download link does not serve for another method', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  const response = await fetch(await aDownload(bench), { method: 'DELETE' })

  expect(await summarizeS3Response(response)).toBe('403 SignatureDoesNotMatch')
})

test('a download link ends when its time is over', async () => {
  let now = new Date()
  const bench = await startTestS3({ now: () => now })
  await putTestObject(bench, 'a')
  const link = await aDownload(bench)

  now = new Date(now.getTime() + 59_000)
  const before = await summarizeS3Response(await fetch(link))
  now = new Date(now.getTime() + 3000)
  const after = await summarizeS3Response(await fetch(link))

  expect([before, after]).toEqual(['200', '403 AccessDenied'])
})

test('a download without any signature is refused', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')

  expect(await summarizeS3Response(await fetch(`${bench.endpoint}/${testBucket}/a`))).toBe('403 AccessDenied')
})

test('another secret is refused', async () => {
  const bench = await startTestS3()

  const refused = bench.clientWith({ secretAccessKey: 'x' }).send(new ListObjectsV2Command({ Bucket: testBucket }))

  await expect(refused).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
})

test('another access key is refused as unknown', async () => {
  const bench = await startTestS3()

  const refused = bench.clientWith({ accessKeyId: 'x' }).send(new ListObjectsV2Command({ Bucket: testBucket }))

  await expect(refused).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
})

test('a signature that is 16 minutes old is refused', async () => {
  const bench = await startTestS3({ now: () => new Date(Date.now() + 16 * 60_000) })

  const refused = bench.client.send(new ListObjectsV2Command({ Bucket: testBucket }))

  await expect(refused).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
})

test('an upload link takes the file it was signed for', async () => {
  const bench = await startTestS3()
  const client = bench.clientWith({}, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  const command = new PutObjectCommand({ Bucket: testBucket, Key: 'a', ContentType: 'application/pdf' })
  const link = await getSignedUrl(client, command, { signableHeaders: new Set(['content-type']) })

  const right = await fetch(link, { method: 'PUT', body: 'hello', headers: { 'content-type': 'application/pdf' } })
  const wrong = await fetch(link, { method: 'PUT', body: '<b>', headers: { 'content-type': 'text/html' } })

  expect(await summarizeS3Response(right)).toBe('200')
  expect(await summarizeS3Response(wrong)).toBe('403 SignatureDoesNotMatch')
  expect(await readTestObject(bench, 'a')).toMatchObject({ text: 'hello', ContentType: 'application/pdf' })
})

test('an upload link that carries the checksum of an empty body takes no other', async () => {
  const bench = await startTestS3()
  const link = await getSignedUrl(bench.client, new PutObjectCommand({ Bucket: testBucket, Key: 'a' }))

  const response = await fetch(link, { method: 'PUT', body: 'hello' })

  expect(new URL(link).searchParams.get('x-amz-checksum-crc32')).toBe('AAAAAA==')
  expect(await summarizeS3Response(response)).toBe('400 BadDigest')
  expect(bench.filesOnDisk()).toEqual([])
})

test('a body with another checksum than promised is refused and leaves nothing', async () => {
  const bench = await startTestS3()

  const refused = bench.client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: 'hola', ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }),
  )

  await expect(refused).rejects.toMatchObject({ name: 'BadDigest' })
  expect(bench.filesOnDisk()).toEqual([])
})

test('a body other than the one whose hash was signed is refused and leaves nothing', async () => {
  const bench = await startTestS3()
  const client = bench.clientWith({}, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  swapBody(client, 'hole')

  const refused = client.send(new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: 'hola' }))

  await expect(refused).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' })
  expect(bench.filesOnDisk()).toEqual([])
})

test('a stream with another checksum at its end is refused and leaves nothing', async () => {
  const bench = await startTestS3()
  const client = bench.clientWith({})
  swapBody(client, Readable.from(['4\r\nhola\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n']))

  const refused = client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: Readable.from(['hola']), ContentLength: 4 }),
  )

  await expect(refused).rejects.toMatchObject({ name: 'BadDigest' })
  expect(bench.filesOnDisk()).toEqual([])
})

test.each([
  ['without its checksum', '4\r\nhola\r\n0\r\n\r\n', 'MalformedTrailerError'],
  ['shorter than announced', '3\r\nhol\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 'IncompleteBody'],
  ['broken off', '4\r\nho', 'IncompleteBody'],
  ['without its frame', 'hola\r\n', 'IncompleteBody'],
])('a stream %s is refused and leaves nothing', async (_, body, code) => {
  const bench = await startTestS3()
  const client = bench.clientWith({})
  swapBody(client, Readable.from([body]))

  const refused = client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: 'a', Body: Readable.from(['hola']), ContentLength: 4 }),
  )

  await expect(refused).rejects.toMatchObject({ name: code })
  expect(bench.filesOnDisk()).toEqual([])
})

function swapBody(client: S3Client, body: string | Readable): void {
  client.middlewareStack.add((next) => (args) => next({ ...args, request: withBody(args.request, body) }), {
    step: 'deserialize',
    priority: 'low',
  })
}

function withBody(request: unknown, body: string | Readable): unknown {
  return typeof request === 'object' && request !== null ? Object.assign(request, { body }) : request
}

test('a page of the product may read and write, and one of elsewhere may not', async () => {
  const bench = await startTestS3()
  await putTestObject(bench, 'a')
  const link = await aDownload(bench)
  const preflight = (origin: string) =>
    fetch(link, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
    })

  const [own, other] = [await preflight(testSiteOrigin), await preflight('http://evil.example')]
  const got = await fetch(link, { headers: { origin: testSiteOrigin } })
  const gotElsewhere = await fetch(link, { headers: { origin: 'http://evil.example' } })

  expect(own.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(await summarizeS3Response(other)).toBe('403 AccessForbidden')
  expect(got.headers.get('access-control-allow-origin')).toBe(testSiteOrigin)
  expect(gotElsewhere.headers.get('access-control-allow-origin')).toBeNull()
})
