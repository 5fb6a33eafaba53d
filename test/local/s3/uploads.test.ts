import { createHash } from 'node:crypto'
import { request } from 'node:http'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import {
  createUploadOffer,
  type RunningS3,
  testBucket,
  submitUploadForm,
  summarizeS3Response,
  readTestObject,
  startTestS3,
} from './start-test-s3.ts'

test('an offered upload is taken under its key and type', async () => {
  const bench = await startTestS3()

  expect(await submitUploadForm(await createUploadOffer(bench), { body: 'hello ñ' })).toBe('204')
  expect(await readTestObject(bench, 'cus_1/fil_1')).toMatchObject({ text: 'hello ñ', ContentType: 'application/pdf' })
})

test('an offered upload may ask for its status', async () => {
  const bench = await startTestS3()
  const offer = await createUploadOffer(bench, {
    Fields: { 'Content-Type': 'application/pdf', success_action_status: '201' },
  })

  expect(await submitUploadForm(offer)).toBe('201')
})

test.each([
  ['key', { key: 'cus_2/fil_1' }, '403 AccessDenied'],
  ['content type', { 'Content-Type': 'text/html' }, '403 AccessDenied'],
  ['field nobody signed', { acl: 'public-read' }, '403 AccessDenied'],
  ['signature', { 'X-Amz-Signature': '0'.repeat(64) }, '403 SignatureDoesNotMatch'],
  [
    'policy',
    { Policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64') },
    '403 SignatureDoesNotMatch',
  ],
  ['credential', { 'X-Amz-Credential': 'other/20261121/eu-west-1/s3/aws4_request' }, '403 InvalidAccessKeyId'],
])('an upload with another %s is refused and leaves nothing', async (_, change, expected) => {
  const bench = await startTestS3()

  expect(await submitUploadForm(await createUploadOffer(bench), { change })).toBe(expected)
  expect(bench.filesOnDisk()).toEqual([])
})

test('an upload to another bucket than the signed one is refused', async () => {
  const bench = await startTestS3({ buckets: [testBucket, 'otro'] })
  const { url, fields } = await createUploadOffer(bench)

  expect(await submitUploadForm({ url: url.replace(testBucket, 'otro'), fields })).toBe('403 AccessDenied')
})

test('an upload after the offer has expired is refused and leaves nothing', async () => {
  let now = new Date()
  const bench = await startTestS3({ now: () => now })
  const offer = await createUploadOffer(bench)
  now = new Date(now.getTime() + 121_000)

  expect(await submitUploadForm(offer)).toBe('403 AccessDenied')
  expect(bench.filesOnDisk()).toEqual([])
})

test.each([
  [1000, '204', 1],
  [1001, '400 EntityTooLarge', 0],
  [5_000_000, '400 EntityTooLarge', 0],
  [0, '400 EntityTooSmall', 0],
])('an upload of %i bytes where 1 to 1000 are offered: %s, %i files left', async (size, expected, files) => {
  const bench = await startTestS3()

  expect(await submitUploadForm(await createUploadOffer(bench), { body: new Uint8Array(size) })).toBe(expected)
  expect(bench.filesOnDisk()).toHaveLength(files)
})

test('an upload without a policy is refused', async () => {
  const bench = await startTestS3()
  const { url } = await createUploadOffer(bench)

  expect(await submitUploadForm({ url, fields: { key: 'a' } })).toBe('400 InvalidArgument')
})

test('an upload without a key is refused', async () => {
  const bench = await startTestS3()

  expect(await submitUploadForm(await createUploadOffer(bench, { Key: '' }))).toBe('400 InvalidArgument')
})

test('a form without a file is refused', async () => {
  const bench = await startTestS3()
  const { url, fields } = await createUploadOffer(bench)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)

  expect(await summarizeS3Response(await fetch(url, { method: 'POST', body: form }))).toBe('400 InvalidArgument')
})

test('an upload that breaks off leaves nothing', async () => {
  const bench = await startTestS3()
  const { url, fields } = await createUploadOffer(bench)
  const head = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf a file'
  const whole = `${head.join('')}${file}`

  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const upload = request(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': Buffer.byteLength(whole) },
    })
    upload.on('error', reject)
    upload.on('response', (response) => resolve(response.resume().statusCode))
    upload.end(whole)
  })

  expect(answered).toBe(400)
  expect(bench.filesOnDisk()).toEqual([])
})

async function startUpload({ client }: RunningS3, Key = 'big'): Promise<string> {
  const started = await client.send(
    new CreateMultipartUploadCommand({ Bucket: testBucket, Key, ContentType: 'application/zip' }),
  )
  return started.UploadId ?? ''
}

async function sendPart({ client }: RunningS3, UploadId: string, PartNumber: number, Body: string | Buffer) {
  const sent = await client.send(new UploadPartCommand({ Bucket: testBucket, Key: 'big', UploadId, PartNumber, Body }))
  return { PartNumber, ETag: sent.ETag }
}

function complete({ client }: RunningS3, UploadId: string, Parts: { PartNumber: number; ETag: string | undefined }[]) {
  return client.send(
    new CompleteMultipartUploadCommand({ Bucket: testBucket, Key: 'big', UploadId, MultipartUpload: { Parts } }),
  )
}

const md5 = (content: string | Buffer) => createHash('md5').update(content).digest()

const fiveMegabytes = Buffer.alloc(5 * 1024 * 1024, 'a')

test('parts sent in any order become one object, and only that is left', async () => {
  const bench = await startTestS3()
  const id = await startUpload(bench)
  const second = await sendPart(bench, id, 2, 'end')
  const first = await sendPart(bench, id, 1, fiveMegabytes)

  const { ETag } = await complete(bench, id, [first, second])

  const object = await readTestObject(bench, 'big')
  // Amazon S3: the MD5 of the parts' MD5s, and their number.
  expect(ETag).toBe(`"${md5(Buffer.concat([md5(fiveMegabytes), md5('end')])).toString('hex')}-2"`)
  expect(object).toMatchObject({ ContentLength: fiveMegabytes.length + 3, ContentType: 'application/zip' })
  expect(object.text.endsWith('aend')).toBe(true)
  expect(bench.filesOnDisk()).toHaveLength(1)
})

test.each([
  ['a part that was not sent', [{ PartNumber: 3, ETag: '"x"' }], 'InvalidPart'],
  ['the wrong order', [2, 1], 'InvalidPartOrder'],
  ['a first part that is too small', [2, 3], 'EntityTooSmall'],
])('an upload completed with %s is refused', async (_, wished, code) => {
  const bench = await startTestS3()
  const id = await startUpload(bench)
  const sent = [
    await sendPart(bench, id, 1, fiveMegabytes),
    await sendPart(bench, id, 2, 'small'),
    ...(code === 'EntityTooSmall' ? [await sendPart(bench, id, 3, 'end')] : []),
  ]
  const parts = wished
    .map((wish) => (typeof wish === 'number' ? sent[wish - 1] : wish))
    .filter((part) => part !== undefined)

  await expect(complete(bench, id, parts)).rejects.toMatchObject({ name: code })
})

test('an aborted upload leaves nothing and cannot go on', async () => {
  const bench = await startTestS3()
  const id = await startUpload(bench)
  await sendPart(bench, id, 1, 'x')

  await bench.client.send(new AbortMultipartUploadCommand({ Bucket: testBucket, Key: 'big', UploadId: id }))

  expect(bench.filesOnDisk()).toEqual([])
  await expect(sendPart(bench, id, 2, 'y')).rejects.toMatchObject({ name: 'NoSuchUpload' })
})
