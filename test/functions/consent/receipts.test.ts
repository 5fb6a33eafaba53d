import { describe, expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { WRITE_ID_ATTRIBUTE } from '#data/recognise-own-writes'
import { createLambdaHandler as serveConsent } from '../../../functions/consent/handler.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const accepted = {
  receiptId: 'cns_2b0c3c1e-9d52-4a3e-8d52-6f1b0c7e1a01',
  textVersion: '2026-11',
  analytics: true,
  marketing: true,
}
const elsewhere = { 'x-forwarded-for': '198.51.100.9, 130.176.1.1' }

test('A-59 a choice about cookies is kept with the version of its text and the instant of our clock', async () => {
  const { practice, ask } = await aSetup()

  const answer = await ask(consent.keepReceipt, { body: accepted })

  const { data: kept } = await practice.data.consentReceipts.get({ receiptId: accepted.receiptId }).go()
  expect(answer).toEqual({ status: 200, body: { ...accepted, recordedAt: '2026-11-21T09:00:00.000Z' } })
  expect(kept).toMatchObject({ ...accepted, recordedAt: '2026-11-21T09:00:00.000Z' })
})

test('A-59 the receipt names nobody: no account, no address, no browser, and the audit log says nothing', async () => {
  const { practice, ask } = await aSetup()

  await ask(consent.keepReceipt, { body: accepted })

  const receipts = (await scanWholeTable(practice)).filter((item) => item['__edb_e__']?.S === 'consentReceipt')
  const [receipt = {}] = receipts
  const theirs = Object.keys(receipt).filter((name) => !name.startsWith('__edb') && !['pk', 'sk'].includes(name))
  expect(theirs.toSorted()).toEqual([
    'analytics',
    'expiresAtEpoch',
    'marketing',
    'receiptId',
    'recordedAt',
    'textVersion',
    // Random.
    WRITE_ID_ATTRIBUTE,
  ])
  expect(JSON.stringify(receipt)).not.toContain(TEST_CALLER_ADDRESS)
  expect(await listAuditChanges(practice)).toEqual([])
})

test('A-59 a receipt is kept a month longer than the 24 that its choice holds', async () => {
  const { practice, ask } = await aSetup()

  await ask(consent.keepReceipt, { body: accepted })

  const { data: kept } = await practice.data.consentReceipts.get({ receiptId: accepted.receiptId }).go()
  expect(kept?.expiresAtEpoch).toBe(Date.parse('2028-12-21T09:00:00.000Z') / 1000)
})

describe('a receipt that is sent again', () => {
  test('is kept once, as it was first', async () => {
    const { practice, ask } = await aSetup()
    await ask(consent.keepReceipt, { body: accepted })
    practice.clock.advance({ days: 3 })

    const answer = await ask(consent.keepReceipt, { body: accepted })

    expect(answer.body).toEqual({ ...accepted, recordedAt: '2026-11-21T09:00:00.000Z' })
    expect(await countItemsByEntity(practice)).toMatchObject({ consentReceipt: 1 })
  })

  test('with another choice is answered with the one that is kept', async () => {
    const { ask } = await aSetup()
    await ask(consent.keepReceipt, { body: accepted })

    const answer = await ask(consent.keepReceipt, { body: { ...accepted, marketing: false } })

    expect(answer.body).toMatchObject({ analytics: true, marketing: true })
  })

  test('at the same moment many times is kept once', async () => {
    const { practice, ask } = await aSetup()

    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(consent.keepReceipt, { body: accepted })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await countItemsByEntity(practice)).toMatchObject({ consentReceipt: 1 })
  })
})

test.each([
  { ...accepted, userId: 'usr_00000001' },
  { ...accepted, recordedAt: '2020-01-01T00:00:00.000Z' },
  { ...accepted, receiptId: 'cns_UPPER-CASE' },
  { ...accepted, textVersion: 'lo que sea' },
  { ...accepted, analytics: 'true' },
])('a receipt that is none is refused: %j', async (body) => {
  const { practice, ask } = await aSetup()

  const answer = await ask(consent.keepReceipt, { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  expect(await countItemsByEntity(practice)).toEqual({})
})

test('whoever sends more than sixty in ten minutes waits, and nobody else does', async () => {
  const { practice, ask } = await aSetup()
  const send = (n: number, headers = {}) =>
    ask(consent.keepReceipt, { body: { ...accepted, receiptId: `cns_0000000${n}` }, headers })
  for (let n = 0; n < 60; n++) await send(n)

  const answers = [await send(60), await send(61, elsewhere)]
  practice.clock.advance({ minutes: 11 })
  answers.push(await send(62))

  expect(answers.map(({ status }) => status)).toEqual([429, 200, 200])
})

async function aSetup() {
  const practice = await createTestPractice()
  return { practice, ask: createEndpointCaller(serveConsent(() => practice)) }
}
