import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LambdaName } from '../../../functions/table-access-by-lambda.ts'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createRetentionArchive } from '../../../functions/privacy/archive.ts'
import { createErasableFileStorage } from '../../../functions/privacy/erase-services.ts'
import { createExportFileStorage } from '../../../functions/privacy/export-files.ts'
import { getFunctionRoleArn } from '../../lib/authorization.ts'
import { archiveBucket, filesBucket, openBuckets } from './bucket-server.ts'
import { createTemplateAuthorizer } from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
const clean = { GuardDutyMalwareScanStatus: 'NO_THREATS_FOUND' }
let buckets: Awaited<ReturnType<typeof openBuckets>>
beforeAll(async () => {
  buckets = await openBuckets(authorizer)
})
afterAll(() => buckets.close())

const clientOf = (name: LambdaName) => buckets.as(getFunctionRoleArn(name))

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

describe("the product's own code has the rights that it needs", () => {
  test('to offer an upload, to hand out what was found clean, and to remove it', async () => {
    const storage = createClientFileStorage(filesBucket, clientOf('files'))
    const { url, fields } = await storage.offer('cus_a/analytics/1.pdf', {
      contentType: 'application/pdf',
      sizeBytes: 4,
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob(['hola']))

    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
    const key = 'cus_a/analytics/1.pdf'
    const [uploaded] = await storage.versions(key)
    expect(uploaded).toMatchObject({ sizeBytes: 4 })
    await expect(storage.head({ key, ...uploaded })).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(storage.scanStatus({ key, ...uploaded })).resolves.toBeUndefined()
    await buckets.store(key, clean)
    const [scanned] = await storage.versions(key)
    expect((await fetch(await storage.link({ key, ...scanned }, 'analítica.pdf'))).status).toBe(200)
    await storage.removeVersions({ key })
    expect(await storage.versions(key)).toEqual([])
  })

  test.for(['files', 'files/receive-scan-result', 'files/sweep-unfinished'] as const)(
    'to end the review of an upload: %s',
    async (name) => {
      const storage = createClientFileStorage(filesBucket, clientOf(name))
      const key = 'cus_a/invoice/2.pdf'
      await buckets.store(key, clean)

      const [scanned] = await storage.versions(key)
      expect(await storage.scanStatus({ key, ...scanned })).toBe('NO_THREATS_FOUND')
      expect(await storage.head({ key, ...scanned })).toHaveLength(4)
      await storage.removeVersions({ key, ...scanned })
      expect(await storage.head({ key, ...scanned })).toBeUndefined()
    },
  )

  test.for(['payments', 'mail/send-queued', 'mail/retry-unsent', 'privacy/make-export'] as const)(
    'to make a receipt that is not there yet: %s',
    async (name) => {
      const place = { Bucket: filesBucket, Key: `cus_a/receipt/${name}.pdf` }

      await expect(clientOf(name).send(new GetObjectCommand(place))).rejects.toMatchObject({ name: 'NoSuchKey' })
      await clientOf(name).send(new PutObjectCommand({ ...place, Body: 'hola', IfNoneMatch: '*' }))
      await expect(clientOf(name).send(new GetObjectCommand(place))).resolves.toHaveProperty('ContentLength', 4)
    },
  )

  test('to make a download in parts, to hand it out and to remove it', async () => {
    const maker = createExportFileStorage(filesBucket, clientOf('privacy/make-export'))
    const privacy = createExportFileStorage(filesBucket, clientOf('privacy'))
    const sweeper = createExportFileStorage(filesBucket, clientOf('privacy/sweep-exports'))
    const key = 'cus_a/export/1.zip'

    await maker.write(key, bytesOf(`PK\u0003\u0004${'a'.repeat(17 * 1024 * 1024)}`))
    expect(await privacy.isZip(key)).toBe(true)
    expect((await fetch(await privacy.link(key, 'datos.zip'))).status).toBe(200)
    await maker.remove('cus_a/export/')
    expect(await privacy.isZip(key)).toBe(false)
    await maker.write(key, bytesOf('hola'))
    await sweeper.remove(key)
    expect(await privacy.isZip(key)).toBe(false)
  })

  test('to keep what the law demands of an erased person, and to remove the rest', async () => {
    const files = createErasableFileStorage(filesBucket, clientOf('privacy/erase-due'))
    const archive = createRetentionArchive(archiveBucket, clientOf('privacy/erase-due'))
    await buckets.store('cus_b/analytics/1.pdf', clean)

    const [key = ''] = await files.keys('cus_b/')
    const kept = await files.read({ key })
    const object = { bytes: kept?.bytes ?? new Uint8Array(), contentType: 'application/pdf' }
    await archive.put(`keep-1/${key}`, object)
    await archive.put(`keep-1/${key}`, { ...object, bytes: new Uint8Array() })
    await files.remove('cus_b/')

    expect(kept?.bytes).toHaveLength(4)
    expect(await files.keys('cus_b/')).toEqual([])
  })

  test('to keep what was not found clean as well', async () => {
    const files = createErasableFileStorage(filesBucket, clientOf('privacy/erase-due'))
    await buckets.store('cus_c/analytics/1.pdf', { GuardDutyMalwareScanStatus: 'UNSUPPORTED' })

    expect(await files.scanStatus({ key: 'cus_c/analytics/1.pdf' })).toBe('UNSUPPORTED')
    expect((await files.read({ key: 'cus_c/analytics/1.pdf' }))?.bytes).toHaveLength(4)
  })
})
