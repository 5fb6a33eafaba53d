import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createExportFileStorage } from '../../functions/privacy/export-files.ts'
import { createZipStream } from '../../functions/privacy/zip.ts'
import { createS3StandIn } from '../local/s3/s3.ts'
import { openDocumentStore } from '../local/document-store.ts'

const FILE_MB = 25
const MB = 1024 * 1024
const bucket = 'bench'
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }

function serve(directory: string): void {
  const s3 = createS3StandIn({
    store: openDocumentStore(),
    directory,
    region: 'eu-west-1',
    ...credentials,
    basePath: '',
    buckets: [bucket],
    allowedOrigins: [],
  })
  const server = createServer((request, response) => void s3.answer(request, response))
  server.listen(0, '127.0.0.1', () => void fill(server.address() as AddressInfo))
}

/** Uploads from this process, so that the measured one never held the files. */
async function fill({ port }: AddressInfo): Promise<void> {
  const client = clientOf(port)
  for (const [n, Key] of keysOf(Number(process.argv[4])).entries()) {
    // Every file differs, so that none is deduplicated.
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.alloc(FILE_MB * MB, n + 1) }))
  }
  process.send?.(port)
}

const keysOf = (files: number) => Array.from({ length: files }, (_, n) => `file-${n}`)

const clientOf = (port: number) =>
  new S3Client({ endpoint: `http://127.0.0.1:${port}`, region: 'eu-west-1', credentials })

async function measure(files: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const stand = fork(fileURLToPath(import.meta.url), ['serve', directory, `${files}`])
  try {
    const [port] = (await once(stand, 'message')) as [number]
    console.info(await pack(keysOf(files), clientOf(port)))
  } finally {
    stand.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function pack(keys: readonly string[], client: S3Client) {
  const exportFiles = createExportFileStorage(bucket, client)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => void (peak = Math.max(peak, process.memoryUsage.rss())), 10)
  const entries = keys.map((name) => ({ name, open: () => exportFiles.read({ key: name }) }))
  const sizeBytes = await exportFiles.write(
    'all.zip',
    createZipStream(entries, { now: new Date(), packed: async () => {}, missed: () => {} }),
  )
  clearInterval(watch)
  return { zipMegabytes: Math.round(sizeBytes / MB), grewMegabytes: Math.round((peak - before) / MB) }
}

if (process.argv[2] === 'serve') serve(process.argv[3] ?? '')
else await measure(Number(process.argv[2] ?? 8))
