import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { createS3StandIn, type S3StandInOptions } from '../../../bin/local/s3/s3.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { whenFinished } from '../../support/when-finished.ts'

export const testBucket = 'clientes'
export const testSiteOrigin = 'http://localhost:5173'
const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' }

export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  whenFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export async function startTestS3(more: Partial<S3StandInOptions> = {}) {
  const directory = more.directory ?? createTemporaryDirectory()
  const standIn = createS3StandIn({
    store: openDocumentStore(),
    directory,
    region: 'eu-west-1',
    ...credentials,
    basePath: '/_local/s3',
    buckets: [testBucket],
    allowedOrigins: [testSiteOrigin],
    ...more,
  })
  // Node closes connections idle for five seconds, which on a busy machine may coincide with the client's next request.
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void standIn.answer(request, response),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  whenFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const endpoint = `http://127.0.0.1:${address.port}/_local/s3`
  const clientWith = (changed: Partial<typeof credentials>, config: S3ClientConfig = {}) =>
    new S3Client({
      endpoint,
      region: 'eu-west-1',
      credentials: { ...credentials, ...changed },
      maxAttempts: 1,
      ...config,
    })
  return {
    endpoint,
    client: clientWith({}),
    scanUntagged: standIn.scanUntagged,
    clientWith,
    filesOnDisk: () => ['files', 'unfinished'].flatMap((folder) => readdirSync(join(directory, folder))),
  }
}

export type RunningS3 = Awaited<ReturnType<typeof startTestS3>>

export async function putTestObject({ client }: RunningS3, key: string, body = 'hola') {
  return client.send(new PutObjectCommand({ Bucket: testBucket, Key: key, Body: body, ContentType: 'application/pdf' }))
}

export async function readTestObject({ client }: RunningS3, key: string, more: Partial<GetObjectCommandInput> = {}) {
  const { Body, ...about } = await client.send(new GetObjectCommand({ Bucket: testBucket, Key: key, ...more }))
  return { ...about, text: (await Body?.transformToString()) ?? '' }
}

/** Like the product's offers: fixed key and type, at most 1000 bytes. */
export async function createUploadOffer({ client }: RunningS3, more: Partial<PresignedPostOptions> = {}) {
  return createPresignedPost(client, {
    Bucket: testBucket,
    Key: 'cus_1/fil_1',
    Fields: { 'Content-Type': 'application/pdf' },
    Conditions: [
      ['content-length-range', 1, 1000],
      ['eq', '$Content-Type', 'application/pdf'],
    ],
    Expires: 120,
    ...more,
  })
}

/** @returns the status, and S3's code for a refusal */
export async function submitUploadForm(
  offer: { url: string; fields: Record<string, string> },
  { body = 'contents', change = {} }: { body?: string | Uint8Array<ArrayBuffer>; change?: Record<string, string> } = {},
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...offer.fields, ...change })) form.append(name, value)
  form.append('file', new Blob([body]), 'informe.pdf')
  return summarizeS3Response(await fetch(offer.url, { method: 'POST', body: form }))
}

export async function summarizeS3Response(response: Response): Promise<string> {
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]
  return code === undefined ? String(response.status) : `${response.status} ${code}`
}
