import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { security } from '#contract/security'
import { createLambdaHandler as serveSecurity } from '../../../functions/security/handler.ts'
import { auditBucket, openAuditHistory, timeForPages } from '../../support/audit-history.ts'
import { toQueueEvent } from '../../support/dispatched-messages.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { readLogged } from '../../support/logged.ts'
import { measureDuring } from '../../support/metric-triggers.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createPrivacySetup, type PrivacySetup } from '../../support/privacy-setup.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

const createdAt = '2026-11-21T08:00:00.000Z'

async function aCopiedLog() {
  const practice = await createTestPractice()
  const { customerId, userId } = await createCliente(practice)
  const elena = await createAdministrador(practice)
  const caller = { address: '83.45.12.70', userAgent: 'Firefox' }
  const write = (auditId: string, changes: object) =>
    practice.data.auditEntries
      .create({
        auditId,
        month: '2026-11',
        createdAt,
        userId: elena.userId,
        subjectId: customerId,
        ...changes,
      } as never)
      .go()
  const dose = { supplement: 'Magnesio', amount: 2 }
  await write('aud_prescribed', {
    action: 'SUPPLEMENT_ADDED',
    details: { prescriptionId: 'sup_1', new_data: dose },
  })
  await write('aud_booked', {
    action: 'CONSULTATION_BOOKED',
    details: { overriddenBecause: 'Lucía insiste' },
    ...caller,
  })
  await write('aud_visited', { action: 'SIGN_IN_LINK_MAILED', userId: 'visitor', subjectId: userId, ...caller })
  const history = await openAuditHistory(practice)
  await history.copyNew()
  const entry = async (auditId: string) => {
    const found = (await history.listEntries()).find((each) => each.auditId === auditId)
    if (!found) throw new Error(`no entry ${auditId}`)
    return found
  }
  return { ...history, practice, customerId, userId, elena, entry }
}

const measure = async (run: () => Promise<unknown>) =>
  (await measureDuring(run)).filter(({ name }) => name === 'AuditChainBroken').map(({ value }) => value)

describe('A-72 the daily check of the audit log', () => {
  test('is green where nothing was touched, and says how many entries it compared', async () => {
    const { checkNextDay, readCheck } = await aCopiedLog()

    expect(await checkNextDay()).toEqual({ checked: true, broken: 0 })
    expect(await readCheck()).toMatchObject({ entries: 3, months: 8, broken: [], brokenCount: 0 })
  })

  test.for([
    ['what was done', 'aud_booked', { action: 'CONSULTATION_CHANGED' }],
    ['who did it', 'aud_booked', { userId: 'usr_somebodyelse' }],
    ['whom it is about', 'aud_booked', { subjectId: 'cus_somebodyelse' }],
    ['from where', 'aud_booked', { address: '198.51.100.9' }],
    ['from where somebody without an account called', 'aud_visited', { userAgent: 'Chrome' }],
    ['a place that is taken out', 'aud_booked', { address: undefined, userAgent: undefined }],
    ['a reason', 'aud_booked', { details: { overriddenBecause: 'Nada' } }],
    ['a reason that is taken out', 'aud_booked', { details: {} }],
    ['what was prescribed', 'aud_prescribed', { details: { prescriptionId: 'sup_1', new_data: { amount: 1 } } }],
    ['a prescription that is taken out', 'aud_prescribed', { details: { prescriptionId: 'sup_1' } }],
    ['an id in the details', 'aud_prescribed', { details: { prescriptionId: 'sup_2' } }],
    ['somebody who is made unknown', 'aud_booked', { userId: 'usr_erased-00000000' }],
  ] as const)('names an entry of which was changed: %s', async ([, auditId, changes]) => {
    const { checkNextDay, readCheck, tamper, entry } = await aCopiedLog()

    await tamper(await entry(auditId), changes)

    expect(await checkNextDay()).toEqual({ checked: true, broken: 1 })
    expect((await readCheck())?.broken).toEqual([{ kind: 'changed', name: auditId, at: createdAt }])
  })

  test('names an entry that was removed', async () => {
    const { checkNextDay, readCheck, remove, entry } = await aCopiedLog()

    await remove(await entry('aud_booked'))

    expect(await checkNextDay()).toEqual({ checked: true, broken: 1 })
    expect((await readCheck())?.broken).toEqual([{ kind: 'missing', name: 'aud_booked', at: createdAt }])
  })

  test.for([
    ['this', '2026-11', 0],
    ['a month of which nothing was copied, within two weeks', '2021-03', 13],
  ] as const)('names an entry that was invented where no stream has seen it, in %s', async ([, month, days]) => {
    const { check, checkNextDay, readCheck, listNewMessages, practice, entry } = await aCopiedLog()
    const invented = {
      ...(await entry('aud_booked')),
      auditId: 'aud_invented',
      month,
      createdAt: `${month}-01T00:00:00.000Z`,
    }

    await practice.data.auditEntries.create(invented as never).go()
    await listNewMessages()

    let { broken } = await checkNextDay()
    for (let day = 0; day < days && broken === 0; day += 1) {
      practice.clock.advance({ days: 1 })
      ;({ broken } = await check())
    }
    expect(broken).toBe(1)
    expect((await readCheck())?.broken).toEqual([{ kind: 'invented', name: 'aud_invented', at: invented.createdAt }])

    practice.clock.advance({ days: 1 })
    expect(await check(), 'the day after, which may not come to that month').toEqual({ checked: true, broken: 1 })
  })

  test('names an entry that was removed and written anew with other contents', async () => {
    const { checkNextDay, readCheck, remove, entry, copy } = await aCopiedLog()
    const booked = await entry('aud_booked')

    await remove(booked)
    await copy(toQueueEvent([{ entry: { ...booked, action: 'CONSULTATION_CHANGED' } }]))

    await checkNextDay()
    expect((await readCheck())?.broken).toContainEqual({ kind: 'changed', name: 'aud_booked', at: createdAt })
  })

  test('says what is broken in the log, by ids alone', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { checkNextDay, remove, entry } = await aCopiedLog()

    await remove(await entry('aud_booked'))
    await checkNextDay()

    expect(readLogged(warned)).toMatchObject([
      { auditChain: 'broken', broken: [{ kind: 'missing', name: 'aud_booked', at: createdAt }] },
    ])
  })

  test('runs once a day, and again when it is asked to', async () => {
    const { checkNextDay, check, practice } = await aCopiedLog()
    await checkNextDay()

    expect(await check()).toEqual({ checked: false, broken: 0 })
    expect(await check({ again: true })).toEqual({ checked: true, broken: 0 })
    practice.clock.advance({ hours: 24 })
    expect(await check()).toEqual({ checked: true, broken: 0 })
  })

  test('sounds the alarm for each fault once, while the tab keeps the number of all', async () => {
    const { checkNextDay, check, readCheck, remove, entry } = await aCopiedLog()

    await remove(await entry('aud_booked'))
    expect(await measure(checkNextDay)).toEqual([1])
    expect(await measure(checkNextDay), 'the day after').toEqual([0])
    await remove(await entry('aud_prescribed'))
    expect(await measure(checkNextDay), 'another').toEqual([1])
    expect(await measure(() => check({ again: true })), 'once more').toEqual([0])

    expect(await readCheck()).toMatchObject({ brokenCount: 2 })
  })

  test('compares one month besides the two newest each day, others for ten minutes, and goes on with them another day', async () => {
    const { copyNew, check, readCheck, practice, entry } = await aCopiedLog()
    const booked = await entry('aud_booked')
    for (const month of ['2026-06', '2026-07', '2026-08']) {
      const old = { auditId: `aud_${month}`, month, createdAt: `${month}-01T00:00:00.000Z` }
      await practice.data.auditEntries.create({ ...booked, ...old } as never).go()
    }
    await copyNew()
    practice.clock.advance({ hours: 24 })
    const checkSlowly = async () => {
      await check({ again: true }, timeForPages(3))
      practice.clock.advance({ minutes: 11 })
      await check()
      return readCheck()
    }

    expect(await checkSlowly()).toMatchObject({ entries: 4, months: 9, nextMonth: '2026-07' })
    expect(await checkSlowly()).toMatchObject({ entries: 4, nextMonth: '2026-06' })
    await check({ again: true })

    expect(await readCheck()).toMatchObject({ entries: 6, months: 11 })
    expect(await readCheck()).not.toHaveProperty('nextMonth')
  })
})

async function listTraces(
  { customerId, userId, email }: PrivacySetup['client'],
  { services: { data, vault } }: Awaited<ReturnType<typeof openAuditHistory>>,
): Promise<string[]> {
  const { data: keys } = await data.auditKeys.scan.go({ pages: 'all' })
  const copies = await Promise.all((await vault.list('entries/')).map(async (key) => vault.read(key)))
  const text = copies.join('')
  expect([keys.length > 0, text.length > 1000]).toEqual([true, true])
  return [
    ...keys.map(({ subject }) => subject).filter((subject) => [customerId, userId, email].includes(subject)),
    ...[customerId.slice(4), userId.slice(4), email, '198.51.100.9', 'computer of the practice'].filter((trace) =>
      text.includes(trace),
    ),
  ]
}

describe('A-72 what may be taken out of the log', () => {
  test('an erasure leaves the check green, no key and no trace in the copy; whoever else changes the same entries does not', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const history = await openAuditHistory(setup.practice)
    await history.copyNew()
    await requestErasureDespiteOrders(setup)
    await history.copyNew()
    const before = (await history.listEntries()).length
    setup.practice.clock.advance({ days: 31 })
    await setup.erase()

    expect(await history.checkNextDay()).toEqual({ checked: true, broken: 0 })
    expect((await history.readCheck())?.entries).toBeGreaterThanOrEqual(before)
    expect(await listTraces(setup.client, history)).toEqual([])
    const erased = (await history.listEntries()).find(({ subjectId }) => subjectId.startsWith('cus_erased-'))
    if (!erased) throw new Error('nobody was erased')
    await history.tamper(erased, { subjectId: 'cus_erased-somebodyelse' })
    expect(await history.checkNextDay()).toEqual({ checked: true, broken: 1 })
    expect((await history.readCheck())?.broken).toMatchObject([{ kind: 'changed', name: erased.auditId }])
  }, 90_000)

  test('why something was given back stands in no copy, and is noticed where it was changed', async () => {
    const { practice, customerId, entry, services, copyNew, tamper, checkNextDay, readCheck } = await aCopiedLog()
    const explanation = 'Lucía ha enfermado'
    const refund = { action: 'REFUND_REQUESTED', details: { amountCents: 100, explanation } } as const
    await practice.data.auditEntries
      .create({
        ...refund,
        auditId: 'aud_refunded',
        month: '2026-11',
        createdAt,
        userId: 'usr_1',
        subjectId: customerId,
      })
      .go()
    await copyNew()

    const keys = await services.vault.list('entries/')
    const copies = await Promise.all(keys.map(async (key) => services.vault.read(key)))

    expect(copies.join('')).toContain('REFUND_REQUESTED')
    expect(copies.join('')).not.toContain(explanation)
    await tamper(await entry('aud_refunded'), { details: { amountCents: 100, explanation: 'Otra cosa' } })
    expect(await checkNextDay()).toEqual({ checked: true, broken: 1 })
    expect((await readCheck())?.broken).toMatchObject([{ kind: 'changed', name: 'aud_refunded' }])
  })

  test('an entry that comes to the copy after the erasure brings no key back', async () => {
    const { practice, customerId, entry, copy } = await aCopiedLog()
    const late = { ...(await entry('aud_booked')), auditId: 'aud_late', subjectId: 'cus_lateclient' }
    await practice.data.auditEntries.create({ ...late, subjectId: 'cus_erased-late' } as never).go()

    await copy(toQueueEvent([{ entry: late }]))

    const { data: keys } = await practice.data.auditKeys.scan.go({ pages: 'all' })
    expect(keys.map(({ subject }) => subject)).toContain(customerId)
    expect(keys.map(({ subject }) => subject)).not.toContain('cus_lateclient')
  })

  test('health data that goes with a withdrawn consent leaves the check green, also after new prescriptions', async () => {
    const { practice, customerId, tamper, entry, checkNextDay, copyNew } = await aCopiedLog()

    await practice.data.auditHealthKeys.delete({ subject: customerId }).go()
    await tamper(await entry('aud_prescribed'), { details: { prescriptionId: 'sup_1' } })
    const again = { ...(await entry('aud_prescribed')), auditId: 'aud_again', details: { new_data: { amount: 3 } } }
    await practice.data.auditEntries.create(again as never).go()
    await copyNew()

    expect(await checkNextDay()).toEqual({ checked: true, broken: 0 })
  })
})

describe('A-72 the copy of the audit log', () => {
  test('cannot be removed, and what hides or follows an object is noticed', async () => {
    const { s3, digest, practice, check, readCheck } = await aCopiedLog()
    practice.clock.advance({ hours: 1 })
    await digest()
    const { Versions = [] } = await s3.client.send(new ListObjectVersionsCommand({ Bucket: auditBucket }))
    expect(Versions).toHaveLength(2)
    for (const { Key, VersionId } of Versions) {
      const removal = new DeleteObjectCommand({ Bucket: auditBucket, Key, VersionId, BypassGovernanceRetention: true })
      await expect(s3.client.send(removal)).rejects.toThrow('protected by object lock')
    }

    const [batch, sealed] = Versions.map(({ Key = '' }) => Key)
      .toSorted()
      .toReversed()
    await s3.client.send(new DeleteObjectCommand({ Bucket: auditBucket, Key: batch }))
    await s3.client.send(new PutObjectCommand({ Bucket: auditBucket, Key: sealed, Body: '{}' }))

    expect(await check({ again: true })).toEqual({ checked: true, broken: 2 })
    const names = (await readCheck())?.broken.map(({ name }: { name: string }) => name) as string[]
    expect(new Set(names)).toEqual(new Set([batch, sealed]))
  })

  test('with a batch that no digest names, or a digest that does not name the one before, is broken', async () => {
    const { services, digest, practice, check, readCheck } = await aCopiedLog()
    practice.clock.advance({ hours: 1 })
    await digest()
    const stray = `entries/2026-11-20T10/2026-11_2026-11_0_${'0'.repeat(64)}.jsonl`
    await services.vault.put(stray, '')
    const forged = { number: 2, createdAt, previous: { key: 'digests/2026-11-21T10.json', sha256: 'x' }, batches: [] }
    await services.vault.put('digests/2026-11-21T11.json', JSON.stringify(forged))

    await check({ again: true })

    const names = (await readCheck())?.broken.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining([stray, 'digests/2026-11-21T11.json']))
  })

  test('gets one digest an hour, which names the batches since the one before, late ones too', async () => {
    const { services, digest, practice } = await aCopiedLog()
    const late = `entries/2026-11-21T09/2026-11_2026-11_0_${'0'.repeat(64)}.jsonl`

    practice.clock.advance({ hours: 1 })
    expect(await digest()).toEqual({ named: 1 })
    expect(await digest()).toEqual({ named: 0 })
    await services.vault.put(late, '')
    practice.clock.advance({ hours: 1 })
    expect(await digest()).toEqual({ named: 1 })

    const keys = await services.vault.list('digests/')
    expect(keys).toEqual(['digests/2026-11-21T10.json', 'digests/2026-11-21T11.json'])
    expect(JSON.parse(await services.vault.read(keys[1] ?? ''))).toMatchObject({
      number: 2,
      previous: { key: 'digests/2026-11-21T10.json', sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      batches: [{ key: late }],
    })
  })
})

test('SEC-18 the tab shows the newest check to administrators, and none before the first', async () => {
  const { practice, elena, checkNextDay } = await aCopiedLog()
  const ask = createEndpointCaller(serveSecurity(() => practice))
  const as = () => createPasswordSessionClaims(elena, practice)

  expect((await ask(security.auditCheck, { as: as() })).body).toEqual({ check: null })
  await checkNextDay()

  expect((await ask(security.auditCheck, { as: as() })).body).toMatchObject({
    check: { entries: expect.any(Number), broken: [], brokenCount: 0 },
  })
})
