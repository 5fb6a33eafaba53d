import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { describe, expect, test, vi } from 'vitest'
import { ARCHIVE_RETENTION_STEP_DAYS, MAX_ARCHIVE_RETENTION_STEPS } from '#contract/archive'
import type { RawTableItem } from '#data/raw-table-access'
import { computeRetentionStepCount } from '../../../functions/privacy/archive.ts'
import { eraseCustomerData } from '../../../functions/privacy/erase-customer.ts'
import { eraseHealthData } from '../../../functions/privacy/erase-health.ts'
import { testBucket } from '../../local/s3/start-test-s3.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'

async function aLeavingCustomer() {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  await requestErasureDespiteOrders(setup)
  setup.practice.clock.advance({ days: 15 })
  return setup
}

const s3Error = (name: string, httpStatusCode = 500) =>
  new S3ServiceException({ name, message: name, $fault: 'server', $metadata: { httpStatusCode } })

/** `answer` is called for every command; if it returns undefined, S3 answers. */
function interceptS3({ s3 }: PrivacySetup, answer: (command: object) => Promise<unknown> | undefined) {
  const send = s3.client.send.bind(s3.client)
  return vi
    .spyOn(s3.client, 'send')
    .mockImplementation(
      ((command: object, ...more: []) => answer(command) ?? send(command as never, ...more)) as typeof send,
    )
}

const keyGone = () => new NoSuchKey({ message: 'gone', $metadata: { httpStatusCode: 404 } })

const isFileOf = (command: object, part: string) =>
  command instanceof GetObjectCommand && command.input.Key?.includes(part) === true

describe('A-50 an erasure', () => {
  test.each<[string, (command: object) => Promise<unknown> | undefined]>([
    ['a file that has to be kept', (command) => (isFileOf(command, '/analytics/') ? fault() : undefined)],
    ['the archive', (command) => (command instanceof PutObjectCommand ? fault() : undefined)],
    ['the list of versions', (command) => (command instanceof ListObjectVersionsCommand ? fault() : undefined)],
    ['the removal of a version', (command) => (command instanceof DeleteObjectsCommand ? refusal() : undefined)],
  ])('waits for the next run when S3 fails at %s: nothing is lost that the law keeps', async (_, answer) => {
    const setup = await aLeavingCustomer()
    const failing = interceptS3(setup, answer)

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')
    failing.mockRestore()

    const { customerId } = setup.client
    const { data: customer } = await setup.practice.data.customers.get({ customerId }).go()
    expect(customer).not.toBeNull()
    expect(await setup.erase()).toMatchObject({ erased: 1 })
    expect(await listObjectVersionContents(setup, 'archive')).toHaveLength(6)
    expect(await listObjectVersionContents(setup, 'files')).toEqual([])
  })

  test('stops at a file that it cannot read, raises the alarm and removes nothing of the person', async () => {
    const setup = await aLeavingCustomer()
    const before = await listObjectVersionContents(setup, 'files')
    interceptS3(setup, (command) =>
      isFileOf(command, 'fil_analysis-1') ? Promise.reject(s3Error('AccessDenied', 403)) : undefined,
    )

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')

    expect(await listObjectVersionContents(setup, 'files')).toEqual(before)
    const { customerId } = setup.client
    expect((await setup.practice.data.customers.get({ customerId }).go()).data).not.toBeNull()
    expect((await setup.practice.data.clientFiles.query.byCustomer({ customerId }).go()).data).toHaveLength(3)
  })

  test('goes on where a file is gone', async () => {
    const setup = await aLeavingCustomer()
    interceptS3(setup, (command) => (isFileOf(command, 'fil_analysis-1') ? Promise.reject(keyGone()) : undefined))

    expect(await setup.erase()).toMatchObject({ erased: 1 })

    const kept = await listObjectVersionContents(setup, 'archive')
    expect(kept.filter((key) => key.includes('/analytics/'))).toEqual([expect.stringContaining('fil_analysis-2')])
  })

  test.each([
    ['was found clean', 'NO_THREATS_FOUND', 'NO_THREATS_FOUND'],
    ['was found infected', 'THREATS_FOUND', 'THREATS_FOUND'],
    ['was not scanned', undefined, 'none'],
  ])('keeps a file that %s, and the copy says so', async (_, scanStatus, said) => {
    const setup = await aLeavingCustomer()
    const Key = `${setup.client.customerId}/analytics/fil_analysis-1.pdf`
    const TagSet = scanStatus ? [{ Key: 'GuardDutyMalwareScanStatus', Value: scanStatus }] : []
    await setup.s3.client.send(new PutObjectTaggingCommand({ Bucket: testBucket, Key, Tagging: { TagSet } }))

    await setup.erase()

    const kept = (await listObjectVersionContents(setup, 'archive')).find((key) => key.includes('fil_analysis-1'))
    const { Metadata } = await setup.s3.client.send(new HeadObjectCommand({ Bucket: 'archivo', Key: kept ?? '' }))
    expect(Metadata).toEqual({ 'malware-scan': said })
  })

  test('keeps the version of a file that was served, whatever was uploaded after it', async () => {
    const setup = await aLeavingCustomer()
    const { customerId } = setup.client
    const Key = `${customerId}/analytics/fil_analysis-1.pdf`
    const put = (Body: string) => setup.s3.client.send(new PutObjectCommand({ Bucket: testBucket, Key, Body }))
    const { VersionId: versionId = '' } = await put('lo que se sirvió')
    await setup.practice.data.clientFiles.patch({ customerId, fileId: 'fil_analysis-1' }).set({ versionId }).go()
    await put('lo que vino después')

    await setup.erase()

    const kept = (await listObjectVersionContents(setup, 'archive')).find((key) => key.includes('fil_analysis-1'))
    const { Body } = await setup.s3.client.send(new GetObjectCommand({ Bucket: 'archivo', Key: kept ?? '' }))
    expect(await Body?.transformToString()).toBe('lo que se sirvió')
  })

  test.each(['pending', 'rejected'] as const)('keeps nothing of an upload that is %s', async (status) => {
    const setup = await aLeavingCustomer()
    const { customerId } = setup.client
    const { data: file } = await setup.practice.data.clientFiles.get({ customerId, fileId: 'fil_analysis-1' }).go()
    if (file) await setup.practice.data.clientFiles.put({ ...file, status }).go()

    await setup.erase()

    const kept = await listObjectVersionContents(setup, 'archive')
    expect(kept.filter((key) => key.includes('/analytics/'))).toEqual([expect.stringContaining('fil_analysis-2')])
  })

  test('that was taken back a moment before it begins erases nothing', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { customerId, userId, email } = setup.client
    const before = await scanWholeTable(setup.practice)
    const gone = { customerId, userId, email, status: 'waiting', pseudonym: 'p', dueAt: '2026-11-01T00:00:00.000Z' }

    await eraseCustomerData(gone as never, setup.services)
    await eraseHealthData({ customerId, requestedAt: '2026-11-01T00:00:00.000Z', status: 'waiting' } as never, {
      ...setup.services,
    })

    expect(await scanWholeTable(setup.practice)).toEqual(before)
    expect(await listObjectVersionContents(setup, 'archive')).toEqual([])
  })
})

const fault = () => Promise.reject(s3Error('InternalError'))
const refusal = () => Promise.resolve({ Errors: [{ Code: 'InternalError' }] })

const item = (entity: string, changes: object) =>
  ({ pk: '', sk: '', __edb_e__: entity, ...changes }) as unknown as RawTableItem

const stepsOf = (days: number) => Math.floor(days / ARCHIVE_RETENTION_STEP_DAYS)

describe('LIM-12 how long the archive keeps', () => {
  const NOW = new Date('2026-12-01T00:00:00.000Z')
  const payment = item('payment', { paidAt: '2024-12-01T00:00:00.000Z' })
  const refunded = (status: string) => item('payment', { status, paidAt: '2024-12-01T00:00:00.000Z' })
  const uploaded = (fileType: string, status = 'available') =>
    item('clientFile', { fileType, status, createdAt: '2024-12-01T00:00:00.000Z' })
  const consultation = (status: string, startsAt: string) => item('consultation', { status, startsAt })
  const consented = item('healthConsent', { recordedAt: '2025-12-01T00:00:00.000Z' })
  const later = consultation('completed', '2025-12-01T00:00:00.000Z')

  test.each<[string, 'health' | 'billing' | 'consent', RawTableItem[], number]>([
    // Days from 1 December 2026 to the same day of the year in which the period ends.
    ['a bill, ten years from the payment and not from a later consultation', 'billing', [payment, later], 2922],
    ['health, five years from the last consultation', 'health', [later, payment], 1461],
    ['health of a bill alone, five years from the payment', 'health', [payment], 1096],
    [
      'health, not from a consultation that was cancelled',
      'health',
      [payment, consultation('cancelled', '2026-11-01T00:00:00.000Z')],
      1096,
    ],
    ['health of a bill that was given back whole, not at all', 'health', [refunded('refunded')], 0],
    ['health of a bill that was given back in part, as of any', 'health', [refunded('partially-refunded')], 1096],
    ['health of a bill given back whole, from the visit all the same', 'health', [refunded('refunded'), later], 1461],
    ['a bill that was given back whole, as any', 'billing', [refunded('refunded')], 2922],
    ['an invoice that was uploaded without a payment, ten years', 'billing', [uploaded('invoice')], 2922],
    ['a bill for an uploaded invoice alone, no health', 'health', [uploaded('invoice')], 0],
    ['no bill for an invoice that was rejected', 'billing', [uploaded('invoice', 'rejected')], 0],
    ['no bill for another file', 'billing', [uploaded('analytics')], 0],
    ['a consent, three years from when it was given', 'consent', [consented, later, payment], 731],
    ['health that only was consented to, not at all', 'health', [consented], 0],
    ['what is over, not at all', 'health', [consultation('completed', '2021-12-01T00:00:00.000Z')], 0],
    ['what was over long ago, not at all', 'health', [consultation('completed', '2011-12-01T00:00:00.000Z')], 0],
    ['nothing, not at all', 'billing', [], 0],
  ])('%s', (_, kept, items, days) => {
    expect(computeRetentionStepCount(kept, items, NOW)).toBe(stepsOf(days))
  })

  test('no longer than the archive can', () => {
    const paidLater = item('payment', { paidAt: '2126-12-01T00:00:00.000Z' })

    expect(computeRetentionStepCount('billing', [paidLater], NOW)).toBe(MAX_ARCHIVE_RETENTION_STEPS)
  })
})
