import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { customers } from '#contract/customers-domain'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { questionnaire } from '#contract/questionnaire'
import { eraseAgain } from '../../../bin/restore/erase-again.ts'
import { ErasureRecord } from '../../../functions/privacy/erasure-records.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createTableClient } from '../../support/table.ts'
import { cleanUpAfterHooks } from '../../support/when-finished.ts'
import { testBucket } from '../../local/s3/start-test-s3.ts'

type Items = Awaited<ReturnType<typeof scanWholeTable>>

let setup: PrivacySetup
let at: Date

// S3 dates versions by the real clock, not the practice's.
beforeEach(async () => {
  setup = await createPrivacySetup()
  setup.practice.clock.set(new Date(Date.now() - 3 * 3_600_000).toISOString())
  at = setup.practice.now()
  return cleanUpAfterHooks
})

async function restore(before: Items): Promise<void> {
  const { client, name } = setup.practice.table
  const write = async (requests: readonly WriteRequest[]) => {
    for (let from = 0; from < requests.length; from += 25)
      await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests.slice(from, from + 25) } }))
  }
  const damaged = await scanWholeTable(setup.practice)
  await write(damaged.map(({ pk = { S: '' }, sk = { S: '' } }) => ({ DeleteRequest: { Key: { pk, sk } } })))
  await write(before.map((Item) => ({ PutRequest: { Item } })))
}

const eraseFromRestored = () =>
  eraseAgain(at, {
    createTableClient,
    s3: setup.s3.client,
    identities: setup.practice.identities,
    table: setup.practice.table.name,
    filesBucket: testBucket,
    recoveryBucket: 'recuperacion',
    now: setup.practice.now,
  })

const asClient = () => ({ as: createPasswordSessionClaims(setup.client, setup.practice) })

async function withdrawAndErase(): Promise<void> {
  setup.practice.clock.advance({ hours: 1 })
  const ask = await createDomainCaller('consent', setup.practice)
  await ask(consent.withdrawHealth, { ...asClient(), body: {} })
  setup.practice.clock.advance({ minutes: 10 })
  expect(await setup.erase()).toMatchObject({ healthErased: 1 })
}

async function giveConsent() {
  setup.practice.clock.advance({ minutes: 10 })
  const ask = await createDomainCaller('consent', setup.practice)
  return ask(consent.giveHealth, { ...asClient(), body: { accepted: true, textVersion: HEALTH_CONSENT_VERSION } })
}

async function saveQuestionnaire(weight: number): Promise<void> {
  const ask = await createDomainCaller('questionnaire', setup.practice)
  expect(await ask(questionnaire.save, { ...asClient(), body: { weight, version: 0 } })).toMatchObject({ status: 200 })
}

const readWeight = async () => {
  const { customerId } = setup.client
  return (await setup.practice.data.questionnaires.get({ customerId }).go()).data?.answers.weight
}

const putFile = (name: string) =>
  setup.s3.client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: `${setup.client.customerId}/analytics/${name}`, Body: name }),
  )

const listFiles = async () =>
  (await listObjectVersionContents(setup, 'files')).map((key) => key.slice(key.lastIndexOf('/') + 1))

async function makeRecordOld(): Promise<void> {
  const { client } = setup.s3
  const [Key] = await listObjectVersionContents(setup, 'recovery')
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'recuperacion', Key }))
  const { requestedAt, ...old } = ErasureRecord.parse(JSON.parse((await Body?.transformToString()) ?? ''))
  expect(requestedAt).toBeDefined()
  await client.send(new PutObjectCommand({ Bucket: 'recuperacion', Key, Body: JSON.stringify(old) }))
}

describe('LIM-13 A-50 health data that were erased are erased from a restored table', () => {
  test('with the withdrawal, which the table does not know: the consent from before counts no more', async () => {
    await saveQuestionnaire(61)
    const before = await scanWholeTable(setup.practice)
    await withdrawAndErase()
    await restore(before)
    expect(await readWeight()).toBe(61)

    expect(await eraseFromRestored()).toBe(1)

    expect(await readWeight()).toBeUndefined()
    const ask = await createDomainCaller('consent', setup.practice)
    const { body } = await ask(consent.readHealth, asClient())
    expect(body).toMatchObject({ state: 'withdrawn', withdrawnAt: new Date(at.getTime() + 3_600_000).toISOString() })
  })

  test.each(['with the instant of the withdrawal', 'as it was written before'])(
    'once: what comes under a new consent stays when the step is repeated (record %s)',
    async (record) => {
      await saveQuestionnaire(61)
      const before = await scanWholeTable(setup.practice)
      await withdrawAndErase()
      if (record === 'as it was written before') await makeRecordOld()
      await restore(before)
      await eraseFromRestored()
      expect(await giveConsent()).toMatchObject({ status: 200, body: { state: 'given' } })
      await saveQuestionnaire(62)
      await putFile('nueva.pdf')

      expect(await eraseFromRestored()).toBe(1)

      expect(await readWeight()).toBe(62)
      expect(await listFiles()).toEqual(['nueva.pdf'])
    },
  )

  test('once: what the practice enters on another legal basis stays too', async () => {
    const { practice, client } = setup
    const { customerId } = client
    const before = await scanWholeTable(practice)
    await withdrawAndErase()
    await restore(before)
    await eraseFromRestored()
    practice.clock.advance({ minutes: 10 })
    await practice.data.customers.patch({ customerId }).set({ notes: 'Sobre otra base' }).go()

    await eraseFromRestored()

    expect((await practice.data.customers.get({ customerId }).go()).data?.notes).toBe('Sobre otra base')
  })

  test('not where a new consent was given after the table was put to use and before the step was repeated', async () => {
    const ask = await createDomainCaller('consent', setup.practice)
    await saveQuestionnaire(61)
    await ask(consent.withdrawHealth, { ...asClient(), body: {} })
    const before = await scanWholeTable(setup.practice)
    setup.practice.clock.advance({ minutes: 10 })
    await setup.erase()
    await restore(before)
    await giveConsent()

    await eraseFromRestored()

    expect(await readWeight()).toBe(61)
  })

  test('also those of a client whom the practice had removed, and who is kept for a while', async () => {
    const { practice, client } = setup
    const { customerId } = client
    await saveQuestionnaire(61)
    await practice.data.customers.patch({ customerId }).set({ notes: 'Celíaca' }).go()
    const askConsent = await createDomainCaller('consent', practice)
    await askConsent(consent.withdrawHealth, { ...asClient(), body: {} })
    const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
    const askCustomers = await createDomainCaller('customers', practice)
    expect(await askCustomers(customers.remove, { as, params: { customerId } })).toMatchObject({ status: 200 })
    const before = await scanWholeTable(practice)
    practice.clock.advance({ minutes: 10 })
    expect(await setup.erase()).toMatchObject({ healthErased: 1 })
    await restore(before)
    expect(await readWeight()).toBe(61)

    await eraseFromRestored()

    expect(await readWeight()).toBeUndefined()
    const { data: removed } = await practice.data.removedCustomers.get({ customerId }).go()
    expect(removed).toMatchObject({ email: client.email })
    expect(removed).not.toHaveProperty('notes')
  })

  test('and no file that was written after the erasure goes with them: the damaged table serves until then', async () => {
    const before = await scanWholeTable(setup.practice)
    await withdrawAndErase()
    await putFile('nueva.pdf')
    await restore(before)

    await eraseFromRestored()

    expect(await listFiles()).toEqual(['nueva.pdf'])
  })
})

test('LIM-13 A-71 whoever was erased is erased from a table in which they had not yet given back what they had paid', async () => {
  const { practice, client } = setup
  const { customerId } = client
  const waiting = {
    customerId,
    orderId: 'ord_11111111-1111-4111-8111-111111111111',
    concept: 'Primera consulta',
    paidAt: practice.now().toISOString(),
  }
  await practice.data.ordersToSchedule.create(waiting).go()
  const before = await scanWholeTable(practice)
  await practice.data.ordersToSchedule.delete(waiting).go()
  await setup.leave()
  practice.clock.advance({ days: 15 })
  expect(await setup.erase()).toMatchObject({ erased: 1 })
  await restore(before)

  expect(await eraseFromRestored()).toBe(1)

  expect((await practice.data.customers.get({ customerId }).go()).data).toBeNull()
  expect((await practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data).toEqual([])
})
