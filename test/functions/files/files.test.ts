import { S3Client } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { consent } from '#contract/consent'
import { files } from '#contract/files'
import { openServiceClient } from '#data/service-clients'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler } from '../../../functions/files/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/files/sweep-unfinished.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'
import { testBucket, submitUploadForm, summarizeS3Response, putTestObject } from '../../local/s3/start-test-s3.ts'
import { startHangingService } from '../../support/hanging-service.ts'
import { readLogged } from '../../support/logged.ts'
import { startScannedS3 } from '../../support/scanned-files.ts'

const aPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
const aPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function aRecord() {
  const { s3 } = await startScannedS3()
  const practice = await createTestPractice({ clientFiles: createClientFileStorage(testBucket, s3.client) })
  onTestFinished(() => s3.client.destroy())
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  const offer = (more: object = {}) =>
    ask(files.offerUpload, {
      as,
      params: { customerId },
      body: { fileType: 'analytics', fileName: 'Análisis de heces.pdf', sizeBytes: aPdf.byteLength, ...more },
    })
  const complete = (fileId: string) => ask(files.completeUpload, { as, params: { customerId, fileId } })
  const upload = async (more: object = {}, body: Uint8Array<ArrayBuffer> = aPdf) => {
    const { body: offered } = await offer({ sizeBytes: body.byteLength, ...more })
    await submitUploadForm(offered, { body })
    return complete(offered.fileId)
  }
  return { s3, practice, ask, as, boss, client, customerId, offer, complete, upload }
}

type Record = Awaited<ReturnType<typeof aRecord>>

async function withdrawConsent({ client, practice }: Record): Promise<void> {
  practice.clock.advance({ minutes: 1 })
  const ask = await createDomainCaller('consent', practice)
  const { status } = await ask(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
  expect(status).toBe(200)
}

const mine = ({ ask, client, practice }: Record, fileType = 'analytics') =>
  ask(files.listMine, { as: createPasswordSessionClaims(client, practice), query: { fileType } })

test('FIL-08 FIL-09 DATA-13 an uploaded file is the client’s to see, who is told, under the key of the specification', async () => {
  const record = await aRecord()

  const { body } = await record.upload({ description: 'Laboratorio Norte' })

  expect(body).toMatchObject({
    fileName: 'Análisis de heces.pdf',
    fileType: 'analytics',
    sizeBytes: aPdf.byteLength,
    description: 'Laboratorio Norte',
  })
  expect((await mine(record)).body.items).toEqual([body])
  const { data: stored } = await record.practice.data.clientFiles
    .get({ customerId: record.customerId, fileId: body.fileId })
    .go()
  expect(stored).toMatchObject({
    status: 'available',
    uploadedBy: record.boss.userId,
    fileKey: `${record.customerId}/analytics/${record.practice.now().getTime()}.pdf`,
  })
  const { data: mails } = await record.practice.data.mails.scan.go()
  expect(mails).toMatchObject([
    { to: record.client.email, content: { notice: { type: 'analytics', fileName: 'Análisis de heces.pdf' } } },
  ])
  expect(await listAuditedActions(record.practice)).toEqual(['FILE_OFFERED', 'FILE_RECEIVED', 'FILE_ADDED'])
})

test('an analysis whose client withdraws consent between upload and completion is refused and thrown away', async () => {
  const record = await aRecord()
  const { body: offered } = await record.offer()
  await submitUploadForm(offered, { body: aPdf })
  await withdrawConsent(record)

  const answers = [await record.complete(offered.fileId), await record.complete(offered.fileId)]

  expect(answers.map(({ body }) => body.code ?? body.rejectedBecause)).toEqual([
    'health-basis-required',
    'consent-withdrawn',
  ])
  expect((await mine(record)).body.items).toEqual([])
  const key = { customerId: record.customerId, fileId: offered.fileId }
  const { data: stored } = await record.practice.data.clientFiles.get(key).go()
  expect(stored).toMatchObject({ status: 'rejected' })
  expect(await record.practice.clientFiles.versions(stored?.fileKey ?? '')).toEqual([])
  expect(await listAuditedActions(record.practice)).toEqual([
    'FILE_OFFERED',
    'HEALTH_CONSENT_WITHDRAWN',
    'FILE_REJECTED',
  ])
  expect((await record.upload({ fileType: 'invoice' })).status).toBe(200)
})

test('a file that has not been completed is nobody’s to see', async () => {
  const record = await aRecord()
  const { body } = await record.offer()
  await submitUploadForm(body, { body: aPdf })

  expect((await mine(record)).body.items).toEqual([])
  const download = await record.ask(files.downloadMine, {
    as: createPasswordSessionClaims(record.client, record.practice),
    params: { fileId: body.fileId },
  })
  expect(download.body.code).toBe('not-found')
})

test('a file is completed once, and its client is told once', async () => {
  const record = await aRecord()
  const { body: file } = await record.upload()

  const again = await Promise.all([record.complete(file.fileId), record.complete(file.fileId)])

  expect(again.map(({ body }) => body)).toEqual([file, file])
  expect((await record.practice.data.mails.scan.go()).data).toHaveLength(1)
})

test('FIL-08 two uploads of one millisecond have each a key of their own', async () => {
  const record = await aRecord()

  await Promise.all([record.upload(), record.upload(), record.upload()])

  const { data: stored } = await record.practice.data.clientFiles.scan.go()
  const at = record.practice.now().getTime()
  expect(stored.map(({ fileKey }) => fileKey).toSorted()).toEqual(
    [at, at + 1, at + 2].map((each) => `${record.customerId}/analytics/${each}.pdf`),
  )
})

test.each([
  ['a picture with the name of a PDF', 'informe.pdf', aPng],
  ['a page with the name of a picture', 'foto.png', Buffer.from('<script>alert(1)</script>')],
  ['text with the name of a Word document', 'informe.docx', Buffer.from('hola')],
])('%s is rejected and its bytes are gone', async (_, fileName, bytes) => {
  const record = await aRecord()

  const { status, body } = await record.upload({ fileName }, bytes)

  expect([status, body.status, body.rejectedBecause]).toEqual([200, 'rejected', 'type-mismatch'])
  expect((await mine(record)).body.items).toEqual([])
  const { data: stored } = await record.practice.data.clientFiles.scan.go()
  expect(stored).toMatchObject([{ status: 'rejected' }])
  expect(await record.practice.clientFiles.versions(stored[0]?.fileKey ?? '')).toEqual([])
})

test.each(['foto.png', 'FOTO.PNG'])('a picture called %s is what its name says', async (fileName) => {
  const record = await aRecord()

  const { status } = await record.upload({ fileName }, aPng)

  expect(status).toBe(200)
})

test.each([
  ['of another kind', { fileName: 'virus.exe' }],
  ['without an ending', { fileName: 'informe' }],
  ['with a folder in its name', { fileName: '../../otro.pdf' }],
  ['with a line break in its name', { fileName: 'a\r\nSet-Cookie: x.pdf' }],
  ['of more than 25 MB', { sizeBytes: 25 * 1024 * 1024 + 1 }],
  ['without a byte', { sizeBytes: 0 }],
  ['of an unknown type', { fileType: 'secret' }],
])('FIL-02 a file %s is not taken', async (_, more) => {
  const record = await aRecord()

  const { status } = await record.offer(more)

  expect(status).toBe(400)
})

test('more or fewer bytes than were announced are not taken', async () => {
  const record = await aRecord()
  const { body } = await record.offer({ sizeBytes: aPdf.byteLength })

  const more = await submitUploadForm(body, { body: Buffer.concat([aPdf, Buffer.from('x')]) })
  const completed = await record.complete(body.fileId)

  expect(more).toBe('400 EntityTooLarge')
  expect(completed.body.code).toBe('file-missing')
})

test('an upload that broke off leaves nothing behind', async () => {
  const record = await aRecord()
  const { body } = await record.offer()
  await submitUploadForm(body, { body: aPdf })
  const sweep = sweeping(() => record.practice)
  record.practice.clock.advance({ minutes: 59 })
  const early = await sweep()
  record.practice.clock.advance({ minutes: 2 })

  const late = await sweep()

  expect([early.swept, late.swept]).toEqual([0, 1])
  expect((await record.practice.data.clientFiles.scan.go()).data).toEqual([])
  expect((await record.practice.data.fileKeys.scan.go()).data).toEqual([])
  expect(await record.practice.clientFiles.versions(`${record.customerId}/analytics/1795251600000.pdf`)).toEqual([])
})

test('a sweep leaves what has been completed', async () => {
  const record = await aRecord()
  await record.upload()
  record.practice.clock.advance({ days: 3 })

  expect(await sweeping(() => record.practice)()).toEqual({ swept: 0, reviewed: 0 })
  expect((await mine({ ...record, ask: record.ask })).body.items).toHaveLength(1)
})

test('PER-07 a client downloads their own file, as an attachment under its own name', async () => {
  const record = await aRecord()
  const { body: file } = await record.upload()

  const { body } = await record.ask(files.downloadMine, {
    as: createPasswordSessionClaims(record.client, record.practice),
    params: { fileId: file.fileId },
  })

  const response = await fetch(body.url)
  expect(body.fileName).toBe('Análisis de heces.pdf')
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Analisis de heces.pdf"; filename*=UTF-8''An%C3%A1lisis%20de%20heces.pdf`,
  )
  expect(Buffer.from(await response.arrayBuffer()).equals(aPdf)).toBe(true)
})

test('PER-07 a client finds no file of another, by its id nor in a list', async () => {
  const record = await aRecord()
  const { body: file } = await record.upload()
  const stranger = createPasswordSessionClaims(await createCliente(record.practice), record.practice)

  const download = await record.ask(files.downloadMine, { as: stranger, params: { fileId: file.fileId } })
  const list = await record.ask(files.listMine, { as: stranger, query: { fileType: 'analytics' } })

  expect(download.body.code).toBe('not-found')
  expect(list.body.items).toEqual([])
})

test('PER-07 an administrador downloads a client’s file, but not by way of another client', async () => {
  const record = await aRecord()
  const { body: file } = await record.upload()
  const other = await createCliente(record.practice)
  const { as, ask, customerId } = record

  const right = await ask(files.downloadOfCustomer, { as, params: { customerId, fileId: file.fileId } })
  const wrong = await ask(files.downloadOfCustomer, {
    as,
    params: { customerId: other.customerId, fileId: file.fileId },
  })

  expect([right.status, wrong.body.code]).toEqual([200, 'not-found'])
})

test('FIL-07 DATA-29 a list holds one type of one client, newest first, a page at a time', async () => {
  const record = await aRecord()
  for (const fileName of ['1.pdf', '2.pdf', '3.pdf']) {
    await record.upload({ fileName })
    record.practice.clock.advance({ minutes: 1 })
  }
  await record.upload({ fileName: 'factura.pdf', fileType: 'invoice' })
  const { ask, as, customerId } = record
  const page = (cursor?: string | null) =>
    ask(files.listOfCustomer, {
      as,
      params: { customerId },
      query: { fileType: 'analytics', limit: 2, ...(cursor && { cursor }) },
    })

  const first = await page()
  const second = await page(first.body.next)

  expect(first.body.items.map(({ fileName }) => fileName)).toEqual(['3.pdf', '2.pdf'])
  expect(second.body).toMatchObject({ items: [{ fileName: '1.pdf' }], next: null })
  expect((await mine(record, 'invoice')).body.items).toMatchObject([{ fileName: 'factura.pdf' }])
})

test('PER-04 DATA-29 an administrador removes a file: no list has it, no link opens it, its bytes are gone', async () => {
  const record = await aRecord()
  const { body: file } = await record.upload()
  const { ask, as, customerId } = record
  const link = await ask(files.downloadOfCustomer, { as, params: { customerId, fileId: file.fileId } })

  const { body } = await ask(files.remove, { as, params: { customerId, fileId: file.fileId } })

  expect(body).toEqual({ removed: true })
  expect((await mine(record)).body.items).toEqual([])
  expect(await summarizeS3Response(await fetch(link.body.url))).toBe('403 AccessDenied')
  expect(await listAuditedActions(record.practice)).toEqual([
    'FILE_OFFERED',
    'FILE_RECEIVED',
    'FILE_ADDED',
    'FILE_REMOVED',
  ])
})

test('what nobody announced is under nobody’s key: bytes put there are no file', async () => {
  const record = await aRecord()

  await putTestObject(record.s3, `${record.customerId}/analytics/1.pdf`, 'hola')

  expect((await mine(record)).body.items).toEqual([])
})

test('a client uploads a file for a message, which is scanned as any other and told of by no mail of its own', async () => {
  const record = await aRecord()
  const { ask, client, practice, customerId } = record
  const as = createPasswordSessionClaims(client, practice)
  const body = { fileName: 'foto.png', sizeBytes: aPng.byteLength }
  const { body: offered } = await ask(files.offerUploadOfMine, { as, body })
  await submitUploadForm(offered, { body: new Uint8Array(aPng) })

  const { status, body: completed } = await ask(files.completeUploadOfMine, { as, params: { fileId: offered.fileId } })

  expect(status).toBe(200)
  expect(completed).toMatchObject({ fileName: 'foto.png', fileType: 'message', status: 'available' })
  expect((await mine(record, 'message')).body.items).toEqual([completed])
  const { data: stored } = await practice.data.clientFiles.get({ customerId, fileId: offered.fileId }).go()
  expect(stored).toMatchObject({ uploadedBy: client.userId })
  expect(stored?.fileKey).toMatch(`${customerId}/message/`)
  expect((await practice.data.mails.scan.go()).data).toEqual([])
})

test('a client completes no upload but their own, and none without consent', async () => {
  const record = await aRecord()
  const { ask, client, practice } = record
  const as = createPasswordSessionClaims(client, practice)
  const { body: ofPractice } = await record.offer()
  const { body: own } = await ask(files.offerUploadOfMine, { as, body: { fileName: 'foto.png', sizeBytes: 10 } })

  const params = { fileId: ofPractice.fileId }
  expect((await ask(files.completeUploadOfMine, { as, params })).body.code).toBe('not-found')
  await withdrawConsent(record)
  const late = await ask(files.completeUploadOfMine, { as, params: { fileId: own.fileId } })
  expect(late.body.code).toBe('health-consent-required')
  const again = await ask(files.offerUploadOfMine, { as, body: { fileName: 'foto.png', sizeBytes: 10 } })
  expect(again.body.code).toBe('health-consent-required')
})

test('files that do not answer are a fault, and the log names the call that waited', async () => {
  const { config } = await startHangingService()
  const clientFiles = createClientFileStorage(
    testBucket,
    openServiceClient(S3Client, 'objects', { ...config, attemptMs: 50 }),
  )
  const record = await aRecord()
  const ask = createEndpointCaller(createLambdaHandler(() => ({ ...record.practice, clientFiles })))
  const { body: offered } = await record.offer()
  const logged = vi.spyOn(console, 'error').mockReturnValue()

  const { status } = await ask(files.completeUpload, {
    as: record.as,
    params: { customerId: record.customerId, fileId: offered.fileId },
  })

  expect(status).toBe(500)
  expect(readLogged(logged)).toMatchObject([
    {
      level: 'ERROR',
      routeKey: expect.stringMatching(/^POST /) as string,
      fault: expect.stringContaining('S3Client gave no answer to ListObjectVersionsCommand') as string,
    },
  ])
})
