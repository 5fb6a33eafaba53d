import { onTestFinished, describe, expect, test, vi } from 'vitest'
import { consent } from '#contract/consent'
import type { FileRejectionReason } from '#contract/client-file'
import { files } from '#contract/files'
import type { ScanEvent, ScanResult, ScanSettings } from '../../../bin/local/malware-scan.ts'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler } from '../../../functions/files/handler.ts'
import { createLambdaHandler as receiving } from '../../../functions/files/receive-scan-result.handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/files/sweep-unfinished.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'
import { startScannedS3 } from '../../support/scanned-files.ts'
import { readLogged } from '../../support/logged.ts'
import { putTestObject, submitUploadForm, summarizeS3Response, testBucket } from '../../local/s3/start-test-s3.ts'

const aPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
const otherPdf = Buffer.from(aPdf.toString('latin1').replace('trailer', 'TRAILER'), 'latin1')
const notAPdf = Buffer.from('x'.repeat(aPdf.byteLength))

async function aRecord(settings: Partial<ScanSettings> = { pace: 'late' }) {
  const { s3, scan, takeEvent } = await startScannedS3(settings)
  onTestFinished(() => s3.client.destroy())
  const practice = await createTestPractice({ clientFiles: createClientFileStorage(testBucket, s3.client) })
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const { customerId } = client
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const asBoss = createPasswordSessionClaims(boss, practice)
  const asClient = createPasswordSessionClaims(client, practice)
  const receive = receiving(() => practice)
  const offer = async (more: object = {}) =>
    (
      await ask(files.offerUpload, {
        as: asBoss,
        params: { customerId },
        body: { fileType: 'analytics', fileName: 'Análisis.pdf', sizeBytes: aPdf.byteLength, ...more },
      })
    ).body
  const complete = (fileId: string) => ask(files.completeUpload, { as: asBoss, params: { customerId, fileId } })
  return {
    s3,
    scan,
    practice,
    client,
    customerId,
    ask,
    asBoss,
    asClient,
    offer,
    complete,
    upload: async (more: object = {}, body: Uint8Array<ArrayBuffer> = aPdf) => {
      const offered = await offer(more)
      expect(await submitUploadForm(offered, { body })).toBe('204')
      return { offered, ...(await complete(offered.fileId)) }
    },
    receive,
    scanned: async (result: ScanResult = 'NO_THREATS_FOUND') => {
      scan.set({ result })
      scan.finishAll()
      const event = await takeEvent()
      return { event, outcome: (await receive(event)).outcome }
    },
    takeEvent,
    sweep: sweeping(() => practice),
    mine: async (fileType = 'analytics') =>
      (await ask(files.listMine, { as: asClient, query: { fileType } })).body.items,
    listed: async (fileType = 'analytics') =>
      (await ask(files.listOfCustomer, { as: asBoss, params: { customerId }, query: { fileType } })).body.items,
    rejected: async () => (await ask(files.listRejected, { as: asBoss })).body.items,
    notices: async () =>
      (await practice.data.mails.scan.go()).data.filter(({ content }) => content.kind === 'client-notice'),
    downloadMine: (fileId: string) => ask(files.downloadMine, { as: asClient, params: { fileId } }),
  }
}

type Setup = Awaited<ReturnType<typeof aRecord>>

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

async function withdrawConsent({ client, practice }: Setup): Promise<void> {
  practice.clock.advance({ minutes: 1 })
  const ask = await createDomainCaller('consent', practice)
  await ask(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
}

describe.each(['analytics', 'invoice'])('an upload of type %s', (fileType) => {
  test('is taken although nobody may read it before its scan, and is under review until then', async () => {
    const record = await aRecord()

    const { status, body } = await record.upload({ fileType })

    expect([status, body.status]).toEqual([200, 'scanning'])
    expect(await record.listed(fileType)).toMatchObject([{ fileName: 'Análisis.pdf', status: 'scanning' }])
    expect(await record.mine(fileType)).toEqual([])
    expect((await record.downloadMine(body.fileId)).body.code).toBe('not-found')
    expect(await record.notices()).toEqual([])
  })

  test('FIL-09 is the client’s to see, who is told then and not before, when the event says that it is clean', async () => {
    const record = await aRecord()
    const { body } = await record.upload({ fileType })

    const { outcome } = await record.scanned()

    expect(outcome).toBe('reviewed')
    expect(await record.mine(fileType)).toMatchObject([{ fileId: body.fileId, status: 'available' }])
    expect(await record.notices()).toMatchObject([{ to: record.client.email, content: { notice: { type: fileType } } }])
    expect(await listAuditedActions(record.practice)).toEqual(['FILE_OFFERED', 'FILE_RECEIVED', 'FILE_ADDED'])
    const { body: link } = await record.downloadMine(body.fileId)
    expect((await bytesAt(link.url)).equals(aPdf)).toBe(true)
  })
})

describe('a file is rejected, its client is told nothing and its bytes are gone', () => {
  test.each<[ScanResult, FileRejectionReason]>([
    ['THREATS_FOUND', 'threats-found'],
    ['UNSUPPORTED', 'scan-unsupported'],
    ['FAILED', 'scan-failed'],
    ['ACCESS_DENIED', 'scan-failed'],
  ])('when the scan says %s', async (result, reason) => {
    const logged = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')].map((log) => log.mockReturnValue())
    const record = await aRecord()
    const { body } = await record.upload()

    await record.scanned(result)

    expect(await record.listed()).toMatchObject([{ fileId: body.fileId, status: 'rejected', rejectedBecause: reason }])
    expect(await record.mine()).toEqual([])
    expect(await record.notices()).toEqual([])
    const { data: stored } = await record.practice.data.clientFiles.get({ ...record, fileId: body.fileId }).go()
    expect(await record.practice.clientFiles.versions(stored?.fileKey ?? '')).toEqual([])
    expect(readLogged(...logged)).toMatchObject([{ fileId: body.fileId, scanResult: result }])
  })

  test('when it is clean and not what its name says', async () => {
    const record = await aRecord()
    await record.upload({}, notAPdf)

    await record.scanned()

    expect(await record.listed()).toMatchObject([{ status: 'rejected', rejectedBecause: 'type-mismatch' }])
  })

  test('when its client withdraws consent while it is scanned', async () => {
    const record = await aRecord()
    await record.upload()
    await withdrawConsent(record)

    await record.scanned()

    expect(await record.listed()).toMatchObject([{ status: 'rejected', rejectedBecause: 'consent-withdrawn' }])
    expect(await record.notices()).toEqual([])
  })
})

test('rejected files of all clients are listed with their client, newest first, until an administrador removes them', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const record = await aRecord()
  const { ask, asBoss, customerId } = record
  const uploads = [await record.upload({ fileName: 'uno.pdf' })]
  record.practice.clock.advance({ minutes: 1 })
  uploads.push(await record.upload({ fileName: 'dos.pdf', fileType: 'invoice' }))
  await record.scanned('THREATS_FOUND')
  await record.receive(await record.takeEvent())
  const before = await record.rejected()

  await ask(files.remove, { as: asBoss, params: { customerId, fileId: uploads[0]?.body.fileId ?? '' } })

  const { data: customer } = await record.practice.data.customers.get({ customerId }).go()
  expect(before).toMatchObject([
    { fileName: 'dos.pdf', customerId, customerName: customer?.name, rejectedBecause: 'threats-found' },
    { fileName: 'uno.pdf', customerId, customerName: customer?.name, rejectedBecause: 'threats-found' },
  ])
  expect((await record.rejected()).map(({ fileName }) => fileName)).toEqual(['dos.pdf'])
})

describe('the event of a scan', () => {
  test('that comes twice adds the file once and tells its client once', async () => {
    const record = await aRecord({ pace: 'late', twice: true })
    await record.upload()
    await record.scanned()

    await record.receive(await record.takeEvent())

    expect(await record.mine()).toHaveLength(1)
    expect(await record.notices()).toHaveLength(1)
    expect(await listAuditedActions(record.practice)).toEqual(['FILE_OFFERED', 'FILE_RECEIVED', 'FILE_ADDED'])
  })

  test('that comes before the upload is completed is not needed: the tag is read then', async () => {
    const record = await aRecord({ pace: 'at-once' })
    const offered = await record.offer()
    await submitUploadForm(offered, { body: aPdf })
    const early = await record.receive(await record.takeEvent())

    const { body } = await record.complete(offered.fileId)

    expect(early).toEqual({ outcome: 'nothing' })
    expect(body.status).toBe('available')
    expect(await record.notices()).toHaveLength(1)
  })

  test('that comes for a file that was removed meanwhile changes nothing', async () => {
    const record = await aRecord()
    const { ask, asBoss, customerId } = record
    const { body } = await record.upload()
    await ask(files.remove, { as: asBoss, params: { customerId, fileId: body.fileId } })

    const { outcome } = await record.scanned()

    expect(outcome).toBe('removed')
    expect([...(await record.listed()), ...(await record.mine()), ...(await record.notices())]).toEqual([])
  })

  test('that comes before the tag is taken again later, and the file is not judged meanwhile', async () => {
    const record = await aRecord()
    await record.upload()
    const { data: stored } = await record.practice.data.clientFiles.scan.go()
    const event = {
      detail: {
        s3ObjectDetails: { objectKey: stored[0]?.fileKey ?? '', versionId: stored[0]?.versionId ?? '' },
        scanResultDetails: { scanResultStatus: 'NO_THREATS_FOUND' },
      },
    } as ScanEvent

    await expect(record.receive(event)).rejects.toThrow('Access Denied')
    expect(await record.listed()).toMatchObject([{ status: 'scanning' }])
    await record.scanned()

    expect(await record.mine()).toHaveLength(1)
  })

  test.each(['receipt', 'export'])('about a %s that the product made itself changes nothing', async (folder) => {
    const record = await aRecord()
    const key = `${record.customerId}/${folder}/1.pdf`
    await putTestObject(record.s3, key)

    const { outcome } = await record.scanned()

    expect(outcome).toBe('not-an-upload')
    expect(await record.practice.clientFiles.versions(key)).toHaveLength(1)
  })

  test('about bytes that nobody announced removes them', async () => {
    const record = await aRecord()
    const key = `${record.customerId}/analytics/1.pdf`
    await putTestObject(record.s3, key)

    const { outcome } = await record.scanned()

    expect(outcome).toBe('removed')
    expect(await record.practice.clientFiles.versions(key)).toEqual([])
  })
})

describe('a second upload through the same offer', () => {
  test('after the check replaces nothing: what was checked is served, and the other bytes are removed', async () => {
    const record = await aRecord()
    const { offered, body } = await record.upload()
    await record.scanned()
    expect(await submitUploadForm(offered, { body: otherPdf })).toBe('204')

    const { body: between } = await record.downloadMine(body.fileId)
    const { outcome } = await record.scanned()
    const { body: after } = await record.downloadMine(body.fileId)

    expect(new URL(between.url).searchParams.get('versionId')).toBeTruthy()
    expect((await bytesAt(between.url)).equals(aPdf)).toBe(true)
    expect(outcome).toBe('removed')
    expect((await bytesAt(after.url)).equals(aPdf)).toBe(true)
    const { data: stored } = await record.practice.data.clientFiles.get({ ...record, fileId: body.fileId }).go()
    expect(await record.practice.clientFiles.versions(stored?.fileKey ?? '')).toEqual([
      { versionId: stored?.versionId, sizeBytes: aPdf.byteLength },
    ])
  })

  test('while the first is scanned neither takes its place nor its result', async () => {
    const record = await aRecord()
    const { offered, body } = await record.upload()
    await submitUploadForm(offered, { body: otherPdf })

    const first = await record.scanned()
    const second = await record.receive(await record.takeEvent())

    expect([first.outcome, second.outcome]).toEqual(['reviewed', 'removed'])
    const { body: link } = await record.downloadMine(body.fileId)
    expect((await bytesAt(link.url)).equals(aPdf)).toBe(true)
  })

  test('after the file was removed is removed too', async () => {
    const record = await aRecord()
    const { ask, asBoss, customerId } = record
    const { offered, body } = await record.upload()
    await record.scanned()
    await ask(files.remove, { as: asBoss, params: { customerId, fileId: body.fileId } })
    await submitUploadForm(offered, { body: otherPdf })

    const { outcome } = await record.scanned()

    expect(outcome).toBe('removed')
    expect(await record.practice.clientFiles.versions(offered.fields['key'] ?? '')).toEqual([])
  })
})

describe('a scan whose event does not come', () => {
  test('is ended by the tag at the next sweep', async () => {
    const record = await aRecord()
    await record.upload()
    record.scan.finishAll()

    expect(await record.sweep()).toEqual({ swept: 0, reviewed: 1 })
    expect(await record.mine()).toHaveLength(1)
    expect(await record.notices()).toHaveLength(1)
  })

  test('and that leaves no tag raises the alarm after an hour, and the file is rejected after a day', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const record = await aRecord({ pace: 'never' })
    const { body } = await record.upload()

    record.practice.clock.advance({ minutes: 59 })
    expect(await record.sweep()).toEqual({ swept: 0, reviewed: 0 })
    expect(logged).not.toHaveBeenCalled()
    record.practice.clock.advance({ minutes: 1 })
    expect(await record.sweep()).toEqual({ swept: 0, reviewed: 0 })
    const message = 'the malware scan has no result'
    expect(readLogged(logged)).toMatchObject([{ message, fileId: body.fileId, waitedMinutes: 60 }])
    record.practice.clock.advance({ hours: 23 })

    expect(await record.sweep()).toEqual({ swept: 0, reviewed: 1 })
    expect(await record.rejected()).toMatchObject([{ fileId: body.fileId, rejectedBecause: 'scan-missing' }])
  })

  test('does not keep the others from theirs when one of them cannot be asked', async () => {
    const record = await aRecord()
    await record.upload()
    await record.upload({ fileName: 'otro.pdf' })
    record.scan.finishAll()
    const [first] = await record.listed()
    const { scanStatus } = record.practice.clientFiles
    const { data: stored } = await record.practice.data.clientFiles.get({ ...record, fileId: first?.fileId ?? '' }).go()
    vi.spyOn(record.practice.clientFiles, 'scanStatus').mockImplementation((version) =>
      version.key === stored?.fileKey ? Promise.reject(new Error('away')) : scanStatus(version),
    )

    await expect(record.sweep()).rejects.toThrow('1 uploads were not ended')

    expect(await record.mine()).toHaveLength(1)
  })
})

test('the bytes of a file under review cannot be had, by link or by listing', async () => {
  const record = await aRecord()
  await record.upload()
  const { data: stored } = await record.practice.data.clientFiles.scan.go()
  const { fileKey: key = '', versionId } = stored[0] ?? {}

  const link = await record.practice.clientFiles.link({ key, versionId }, 'x.pdf')

  expect(await summarizeS3Response(await fetch(link))).toBe('403 AccessDenied')
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(403)
})

test('an invoice of somebody else, removed before its mail is sent, is announced to nobody', async () => {
  const { practice, customerId, ask, asBoss, upload, scanned, notices } = await aRecord()
  const { offered } = await upload({ fileType: 'invoice', fileName: 'Factura María López.pdf' })
  await scanned()
  await ask(files.remove, { as: asBoss, params: { customerId, fileId: offered.fileId } })

  practice.clock.advance({ minutes: 10 })

  expect(await createOutboxReader(practice).post()).toEqual([])
  expect((await notices()).map(({ status }) => status)).toEqual(['skipped'])
})
