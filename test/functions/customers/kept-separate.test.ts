import { expect, test } from 'vitest'
import { claimUnclaimedCustomer } from '../../../functions/customers/public/unclaimed-customer.ts'
import { countCustomerRequest } from '#data/customer-check'
import { createTableEntities } from '#data/entities'
import { createAgreement, createStoredBudget } from '../../support/budgets.ts'
import { recordPastConsultations, recordPastPayments } from '../../support/long-history.ts'
import { createCliente } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const WAITING = 'cus_waiting-0001'
const of = { customerId: WAITING }
const at = '2026-11-20T09:00:00.000Z'

type Data = TestPractice['data']

interface TableIndex {
  readonly pk: { readonly field: string; readonly composite: readonly string[] }
}

const decided = {
  moved: ['carePathwayCorrections', 'consultations', 'customers', 'ordersToSchedule', 'payments'],
  /** A record with any of these stays separate. */
  asked: [
    'analyses',
    'analysisEditions',
    'budgetAgreements',
    'budgets',
    'checkIns',
    'clientFiles',
    'clientSupplements',
    'messageThreads',
    'pastCourses',
    'questionnaires',
    'sessionNotes',
  ],
  /** Never exists without one of these. */
  withThem: [
    'doses',
    'fileKeys',
    'messages',
    'questionnaireVersions',
    'questionnaireVisits',
    'sessionNotesEditions',
    'sessionSummaries',
    'supplementReviews',
  ],
  /** Created by signed-in users only. */
  withAccount: [
    'dataExports',
    'freedHours',
    'guardianConsents',
    'openOrders',
    'questionnaireDrafts',
    'waitingListEntries',
  ],
  /** Found by `formerCustomerIds`, recreated, or irrelevant without the record. */
  underOldId: [
    'customerListEntries',
    'erasures',
    'healthConsents',
    'healthErasures',
    'recordOpenings',
    'removedCustomers',
  ],
}

const left: Readonly<Record<string, (data: Data) => Promise<unknown>>> = {
  'a budget': ({ budgets }) => budgets.create(createStoredBudget(of)).go(),
  'a budget that was accepted': ({ budgetAgreements }) =>
    budgetAgreements.create(createAgreement({ ...of, userId: 'usr_former' })).go(),
  messages: ({ messageThreads }) => messageThreads.create({ ...of, version: 1, lastSentAt: at }).go(),
  'a check-in': ({ checkIns }) =>
    checkIns.create({ ...of, week: '2026-11-16', bloating: 1, energy: 1, sleep: 1, mood: 1, answeredAt: at }).go(),
  'an analysis that was withdrawn': ({ analysisEditions }) =>
    analysisEditions
      .create({
        ...of,
        ...createAnalysis(),
        edition: 1,
        state: 'withdrawn',
        publishedAt: at,
        firstPublishedAt: at,
        publishedBy: 'usr_boss',
      })
      .go(),
  'an analysis': ({ analyses }) => analyses.create({ ...of, ...createAnalysis() }).go(),
}

const createAnalysis = () => ({
  analysisId: 'ana_1',
  sampledOn: '2026-11-18',
  laboratory: 'Laboratorio',
  method: 'ELISA',
  values: [],
  version: 1,
  createdAt: at,
  savedAt: at,
  savedBy: 'usr_boss',
})

interface Details {
  readonly phone?: string
  readonly address?: string
  readonly notes?: string
}

async function aWaitingRecord(details: Details = {}) {
  const practice = await createTestPractice()
  const { data } = practice
  const buyer = await createCliente(practice)
  await data.customers.create({ ...of, ...details, name: 'Marta', email: 'marta@correo.test', createdAt: at }).go()
  const { data: waiting } = await data.customers.get(of).go()
  if (!waiting) throw new Error('it was just created')
  const owner = { userId: buyer.userId, email: 'marta@correo.test', name: 'Marta', caller: undefined }
  return {
    practice,
    data,
    buyer,
    claim: async () => {
      await claimUnclaimedCustomer(waiting, { owner, customerId: buyer.customerId }, practice)
      return (await data.customers.get(of).go()).data !== null
    },
  }
}

test('a record that holds nothing of this joins that of its owner', async () => {
  const { claim } = await aWaitingRecord()

  expect(await claim()).toBe(false)
})

test('what both records say differently stands in the notes of the one that is left', async () => {
  const { data, buyer, claim } = await aWaitingRecord({ phone: '600 2', address: 'Calle 1', notes: 'Celíaca' })
  const key = { customerId: buyer.customerId }
  await data.customers.patch(key).set({ phone: '600 1', address: 'Calle 1', notes: 'Come poco' }).go()

  expect(await claim()).toBe(false)

  expect((await data.customers.get(key).go()).data).toMatchObject({
    phone: '600 1',
    address: 'Calle 1',
    notes: 'Come poco\n\nDe otra ficha con este correo:\n\nTeléfono: 600 2\n\nCelíaca',
  })
})

test('notes that do not fit beside those of the owner stay where the practice finds them', async () => {
  const { data, buyer, claim } = await aWaitingRecord({ notes: 'a'.repeat(2000) })
  const key = { customerId: buyer.customerId }
  await data.customers
    .patch(key)
    .set({ notes: 'b'.repeat(2000) })
    .go()

  expect(await claim()).toBe(true)

  expect((await data.customers.get(key).go()).data?.notes).toBe('b'.repeat(2000))
})

test.each(Object.entries(left))('a record with %s stays where the practice finds it', async (_, leave) => {
  const { data, claim } = await aWaitingRecord()
  await leave(data)

  expect(await claim()).toBe(true)
})

async function aLongHistory(held: number, paid: number) {
  const setup = await aWaitingRecord()
  const { practice, data } = setup
  await recordPastConsultations(practice, WAITING, held)
  await recordPastPayments(practice, WAITING, paid)
  const kept = async (customerId: string) => {
    const [consultations, payments] = await Promise.all([
      data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' }),
      data.payments.query.byCustomer({ customerId }).go({ pages: 'all' }),
    ])
    return [consultations.data.length, payments.data.length]
  }
  return { ...setup, kept }
}

test.each([
  ['consultations', 45, 0],
  ['payments', 0, 30],
  ['consultations and payments', 30, 10],
])('a record with as many %s as one transaction moves joins with all of them', async (_, held, paid) => {
  const { buyer, claim, kept } = await aLongHistory(held, paid)

  expect([await claim(), await kept(buyer.customerId)]).toEqual([false, [held, paid]])
})

test.each([
  ['consultations', 60, 0],
  ['payments', 0, 40],
  ['consultations and payments', 40, 20],
])('a record with more %s stays whole where the practice finds it', async (_, held, paid) => {
  const { claim, kept } = await aLongHistory(held, paid)

  expect([await claim(), await kept(WAITING)]).toEqual([true, [held, paid]])
})

test('a payment that comes in the moment in which a record joins that of its owner joins with it', async () => {
  const { practice, data, buyer, claim, kept } = await aLongHistory(0, 0)
  interruptNextWrite(practice, 'ownCustomer', async () => {
    await recordPastPayments(practice, WAITING, 1)
    await data.transact((entities) => ({ customer: countCustomerRequest(entities, WAITING) }))
  })

  expect(await claim()).toBe(false)

  expect([await kept(WAITING), await kept(buyer.customerId)]).toEqual([
    [0, 0],
    [0, 1],
  ])
})

test('of every kind of item that is kept by record it is decided what becomes of it', () => {
  const entities = createTableEntities({ table: '-' })
  const kept = Object.entries(entities).flatMap(([kind, { schema }]) => {
    const indexes = Object.values(schema.indexes as Readonly<Record<string, TableIndex>>)
    return indexes.some(({ pk }) => pk.field === 'pk' && pk.composite[0] === 'customerId') ? [kind] : []
  })

  expect(kept.toSorted()).toEqual(Object.values(decided).flat().toSorted())
})
