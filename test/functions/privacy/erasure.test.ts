import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { createTableEntities } from '#data/entities'
import { readPracticeCounts } from '#data/practice-counter'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { itemPrivacyRulesByEntity } from '../../../functions/privacy/item-privacy-rules.ts'
import { testBucket } from '../../local/s3/start-test-s3.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import { consultationPurchase } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { cleanUpAfterHooks } from '../../support/when-finished.ts'

async function aGoodbye() {
  const setup = await createPrivacySetup()
  const neighbour = await aNeighbour(setup)
  await seedWholeCustomer(setup)
  await setup.makeQueued()
  await requestErasureDespiteOrders(setup)
  return { ...setup, neighbour }
}

/** Shared by read-only tests: a whole client and their erasure take a second. */
let erased: Awaited<ReturnType<typeof erase31DaysLater>>
beforeAll(async () => {
  erased = await erase31DaysLater()
  return cleanUpAfterHooks
  // As long as a test may take.
}, 30_000)

async function erase31DaysLater() {
  const setup = await aGoodbye()
  const before = {
    log: await listAuditChanges(setup.practice),
    counter: await readPracticeCounts(setup.practice.data),
  }
  setup.practice.clock.advance({ days: 31 })
  return { setup, before, answer: await setup.erase() }
}

const listEarlierChanges = ({ data }: PrivacySetup['practice']) =>
  listAuditChanges({ data, now: () => new Date('2026-11-30T09:00:00.000Z') })

async function aNeighbour(setup: PrivacySetup) {
  const neighbour = await createCliente(setup.practice, { firstName: 'Pablo', lastName: 'Soler' })
  await setup.practice.data.customers.patch({ customerId: neighbour.customerId }).set({ name: 'Pablo Soler' }).go()
  await setup.s3.client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: `${neighbour.customerId}/analytics/1.pdf`, Body: 'suyo' }),
  )
  return neighbour
}

const tracesOf = ({ client }: PrivacySetup) => [
  client.sub,
  client.email,
  'Lucía',
  'lucía',
  'Ferrer',
  'Carmen Gil',
  '203.0.113.7',
]

async function tracesLeft(setup: PrivacySetup): Promise<string[]> {
  const items = JSON.stringify(await scanWholeTable(setup.practice), (_, value: unknown) =>
    value instanceof Set ? [...value] : value,
  )
  const keys = await listObjectVersionContents(setup, 'files')
  const bytes = await Promise.all(
    keys.map(async (Key) => {
      const { Body } = await setup.s3.client.send(new GetObjectCommand({ Bucket: testBucket, Key }))
      return (await Body?.transformToString()) ?? ''
    }),
  )
  const pool = JSON.stringify([...setup.practice.identities.known])
  const { data: outbox } = await setup.practice.data.mails.scan.go({ pages: 'all' })
  const places = { items, keys: keys.join(), bytes: bytes.join(), pool, outbox: JSON.stringify(outbox) }
  return Object.entries(places).flatMap(([place, text]) =>
    tracesOf(setup).flatMap((trace) => (text.includes(trace) ? [`${place}: ${trace}`] : [])),
  )
}

const strangers = new Set([
  // Derived from the log by the erasure, which removes the person from it.
  'auditMentions',
  'customerImports',
  'stripeEvents',
  'supplementTemplates',
  'budgetTemplates',
  'protocolTemplates',
  // An anonymous receipt, and a ticket of five minutes: neither identifies anybody.
  'consentReceipts',
  // Refers to an entry of the audit log, not to a person.
  'suppressions',
  'visitTickets',
  // Of a visitor: random ids, and keyed hashes of networks.
  'slotHolds',
  'slotHoldLimits',
  // Derived from audit entries; practice-notices.test.ts checks that they name nobody erased.
  'practiceNoticeReaders',
  'practiceNotices',
  // Of the practice.
  'agendaFeeds',
  'openingHours',
  'securitySettings',
  'securityImprovements',
  'penetrationTests',
  'invariantRuns',
  'auditChecks',
  // Checkpoints of jobs: sums and a position.
  'jobCheckpoints',
  // For accounts without a first sign-in; covered by erasure-by-contract.test.ts.
  'pendingSignUps',
  // Exists only between a withdrawn consent and the next run.
  'healthErasures',
  // With a name and an address of no account; erasure-by-contract.test.ts declares one.
  'withdrawals',
])

describe('LIM-13 A-50 thirty-one days after asking', () => {
  test('every entity there is holds something of the person to begin with', async () => {
    const { practice } = await aGoodbye()

    const counts = await countItemsByEntity(practice)

    const models = Object.entries(createTableEntities({ table: '-' })).filter(([name]) => !strangers.has(name))
    expect(Object.keys(counts).toSorted()).toEqual(models.map(([, { schema }]) => schema.model.entity).toSorted())
    expect(Object.keys(itemPrivacyRulesByEntity)).toHaveLength(models.length + strangers.size)
  })

  test('nothing of the person is found in the table, the files, the user pool or the outbox', async () => {
    expect(erased.answer).toMatchObject({ erased: 1 })
    expect(await tracesLeft(erased.setup)).toEqual([])
  })

  test('nothing of the person is found in a practice that has many other clients', async () => {
    const setup = await aGoodbye()
    for (let other = 0; other < 30; other += 1) await aNeighbour(setup)
    setup.practice.clock.advance({ days: 31 })

    expect(await setup.erase()).toMatchObject({ erased: 1 })
    expect(await tracesLeft(setup)).toEqual([])
  })

  test.each([
    ['an hour was booked over another', 'CONSULTATION_BOOKED', 'overriddenBecause'],
    ['they were given something back', 'REFUND_REQUESTED', 'explanation'],
  ] as const)('nothing of the person is found in the reason for which %s', async (_, action, field) => {
    const setup = await createPrivacySetup()
    const { practice, client } = setup
    const boss = await createAdministrador(practice)
    const details = { [field]: 'Lucía Ferrer no puede otro día' }
    const noted = { auditId: 'aud_00000001', month: '2026-11', createdAt: practice.now().toISOString() }
    await openRawAuditLog(practice)
      .create({ ...noted, action, userId: boss.userId, subjectId: client.customerId, details })
      .go()
    await requestErasureDespiteOrders(setup)
    practice.clock.advance({ days: 31 })

    await setup.erase()

    expect(JSON.stringify(await scanWholeTable(practice))).not.toContain('no puede otro día')
  })

  test('the log does not say from where they bought before they had an account', async () => {
    const setup = await createPrivacySetup()
    const { practice, client } = setup
    const { access: stripe } = await createStripeSetup(practice.clock)
    const buy = createEndpointCaller(servePayments(() => ({ ...practice, stripe })))
    const headers = { 'x-forwarded-for': '198.51.100.23, 130.176.1.1' }
    const log = async () => JSON.stringify((await openRawAuditLog(practice).scan.go({ pages: 'all' })).data)
    const { orderId } = (await buy(payments.checkoutAnonymous, { body: consultationPurchase, headers })).body
    await practice.data.orders.patch({ orderId }).set({ customerId: client.customerId }).go()
    expect(await log()).toContain('198.51.100.23')
    await requestErasureDespiteOrders(setup)
    practice.clock.advance({ days: 31 })

    await setup.erase()

    expect(await log()).not.toContain('198.51.100.23')
  })

  test('the log does not say what they were prescribed', async () => {
    const changes = await listEarlierChanges(erased.setup.practice)
    const prescribed = changes.find(({ action }) => action === 'SUPPLEMENT_ADDED')

    expect(prescribed?.subjectId).toMatch(/^cus_erased-[\da-f]{32}$/)
    expect(prescribed?.details).toEqual({ clientSupplementId: expect.stringMatching(/^csu_/) })
  })

  test('nothing of the person is found after ninety-one days either', async () => {
    const setup = await aGoodbye()
    setup.practice.clock.advance({ days: 15 })
    await setup.erase()
    setup.practice.clock.advance({ days: 76 })
    await Promise.all([setup.erase(), setup.sweep()])

    expect(await tracesLeft(setup)).toEqual([])
  })

  test('all of them is found while they may still change their mind', async () => {
    const setup = await aGoodbye()
    const before = await scanWholeTable(setup.practice)
    setup.practice.clock.advance({ days: 14, seconds: -1 })

    expect(await setup.erase()).toMatchObject({ erased: 0 })
    const after = await scanWholeTable(setup.practice)
    expect(after.filter(({ pk }) => !pk?.S?.startsWith('$job#'))).toEqual(before)
  })

  test('their neighbour has lost nothing', async () => {
    const { setup } = erased
    const { customerId, userId } = setup.neighbour
    expect((await setup.practice.data.users.get({ userId }).go()).data).toMatchObject({ status: 'active' })
    expect((await setup.practice.data.customers.get({ customerId }).go()).data).toMatchObject({ name: 'Pablo Soler' })
    expect(await listObjectVersionContents(setup, 'files')).toEqual([`${customerId}/analytics/1.pdf`])
  })

  test('the audit log says what was done, by a pseudonym, and keeps who of the practice did it', async () => {
    const before = erased.before.log
    const after = await listEarlierChanges(erased.setup.practice)

    const deeds = (entries: typeof before) =>
      entries.map(({ auditId, action, createdAt }) => [auditId, action, createdAt])
    expect(deeds(after)).toEqual(deeds(before))
    const asked = after.find(({ action }) => action === 'DELETION_REQUESTED')
    expect(asked?.subjectId).toMatch(/^cus_erased-[\da-f]{32}$/)
    expect(asked).not.toHaveProperty('address')
    const booked = after.find(({ action }) => action === 'CONSULTATION_BOOKED')
    expect(booked).toMatchObject({ subjectId: asked?.subjectId, address: '198.51.100.9' })
    expect(booked?.userId).toMatch(/^usr_0000/)
  })

  test('that somebody was erased is written down, under their pseudonym', async () => {
    const [entry, ...others] = await listAuditChanges(erased.setup.practice)

    expect(entry).toMatchObject({ action: 'CUSTOMER_ERASED', userId: 'schedule' })
    expect(entry?.subjectId).toMatch(/^cus_erased-[\da-f]{32}$/)
    expect(others).toEqual([])
  })

  test('the hour they had booked is free again', async () => {
    const { data: steps } = await erased.setup.practice.data.agendaSteps.scan.go({ pages: 'all' })

    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter(({ holders }) => holders !== undefined)).toEqual([])
  })
})

describe('erasing', () => {
  const places = [
    'identities.remove',
    'files.remove',
    'archive.put',
    'partitions.replace',
    'partitions.remove',
  ] as const

  test.each(places)('is finished by the next run when %s fails halfway', async (place) => {
    const setup = await aGoodbye()
    setup.practice.clock.advance({ days: 15 })
    const [service, method] = place.split('.') as [keyof typeof setup.services, string]
    const owner = setup.services[service] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const real = owner[method] as (...given: unknown[]) => Promise<unknown>
    let calls = 0
    const failing = vi.spyOn(owner, method).mockImplementation((...given) => {
      calls += 1
      return calls === 2 || place === 'identities.remove' || place === 'files.remove'
        ? Promise.reject(new Error('away'))
        : real(...given)
    })

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')
    failing.mockRestore()
    setup.practice.clock.advance({ days: 1 })
    expect(await setup.erase()).toMatchObject({ erased: 1 })

    expect(await tracesLeft(setup)).toEqual([])
    expect(await listObjectVersionContents(setup, 'archive')).toHaveLength(7)
  })

  test('takes up nobody more when the run has little time left, and goes on at the next', async () => {
    const setup = await aGoodbye()
    const other = await createCliente(setup.practice)
    setup.practice.clock.advance({ seconds: 1 })
    await setup.leave(other)
    setup.practice.clock.advance({ days: 15 })
    // Remaining time before the list of mentioned people, the first person and the second.
    const left = [600_000, 600_000, 170_000]

    expect(await setup.erase({}, { getRemainingTimeInMillis: () => left.shift() ?? 0 })).toMatchObject({ erased: 1 })
    expect(await setup.erase()).toMatchObject({ erased: 1 })
  })

  test('somebody who cannot be erased does not keep others waiting', async () => {
    const setup = await aGoodbye()
    const other = await createCliente(setup.practice)
    setup.practice.clock.advance({ seconds: 1 })
    await setup.leave(other)
    setup.practice.clock.advance({ days: 15 })
    const { remove } = setup.services.identities
    Object.assign(setup.services.identities, {
      remove: (sub: string) => (sub === setup.client.sub ? Promise.reject(new Error('away')) : remove(sub)),
    })

    await expect(setup.erase()).rejects.toThrow('1 of 2 were not erased')

    expect((await setup.practice.data.users.get({ userId: other.userId }).go()).data).toBeNull()
    expect((await setup.practice.data.users.get({ userId: setup.client.userId }).go()).data).toMatchObject({
      status: 'leaving',
    })
  })

  test('reaches a client of the practice who never had an account', async () => {
    const setup = await createPrivacySetup()
    const { customerId, email } = { customerId: 'cus_entered-by-hand', email: 'ana@correo.test' }
    const createdAt = setup.practice.now().toISOString()
    await setup.practice.data.customers.put({ customerId, name: 'Ana Prado', email, createdAt }).go()
    await setup.practice.data.erasures
      .put({ customerId, pseudonym: 'erased-1', email, status: 'waiting', requestedAt: createdAt, dueAt: createdAt })
      .go()

    expect(await setup.erase()).toMatchObject({ erased: 1 })

    const left = JSON.stringify(await scanWholeTable(setup.practice))
    for (const trace of ['entered-by-hand', 'Ana Prado', email]) expect(left).not.toContain(trace)
  })
})

async function aDeletion() {
  const setup = await createPrivacySetup()
  const boss = await createAdministrador(setup.practice, { firstName: 'Elena', lastName: 'Prado' })
  await setup.practice.data.customers.patch({ customerId: boss.customerId }).set({ name: 'Elena Prado' }).go()
  const askCustomers = await createDomainCaller('customers', setup.practice)
  const params = { customerId: setup.client.customerId }
  await setup.practice.data.customers.patch(params).set({ name: 'Lucía Ferrer' }).go()
  const as = () => createPasswordSessionClaims(boss, setup.practice)
  const headers = { 'x-forwarded-for': '198.51.100.9, 130.176.1.1' }
  const remove = () => askCustomers(customers.remove, { as: as(), params, headers })
  const restore = () => askCustomers(customers.restore, { as: as(), params, headers })
  return { ...setup, remove, restore }
}

describe('A-40 a client whom the practice deleted', () => {
  test('is erased once the thirty days are over in which they could be brought back', async () => {
    const setup = await aDeletion()
    await setup.remove()
    setup.practice.clock.advance({ days: 30, seconds: -1 })
    expect(await setup.erase()).toMatchObject({ erased: 0 })

    setup.practice.clock.advance({ seconds: 1 })

    expect(await setup.erase()).toMatchObject({ erased: 1 })
    expect(await tracesLeft(setup)).toEqual([])
  })

  test('and brought back is not', async () => {
    const setup = await aDeletion()
    await setup.remove()
    expect((await setup.restore()).status).toBe(200)
    setup.practice.clock.advance({ days: 31 })

    expect(await setup.erase()).toMatchObject({ erased: 0 })
    const { customerId } = setup.client
    expect((await setup.practice.data.customers.get({ customerId }).go()).data).toMatchObject({ name: 'Lucía Ferrer' })
  })

  test('is not deleted a second time when they have asked for it themselves', async () => {
    const setup = await aDeletion()
    await requestErasureDespiteOrders(setup)

    expect(await setup.remove()).toEqual({ status: 409, body: { code: 'erasure-under-way' } })
  })
})

test('whoever is erased is counted as a client no more, and found by no search', async () => {
  const { setup, before } = erased

  const { clients, users } = await readPracticeCounts(setup.practice.data)

  expect([clients, users]).toEqual([before.counter.clients - 1, before.counter.users])
  const left = await scanWholeTable(setup.practice)
  expect(left.filter(({ pk }) => /^\$client#(?:piece|search)_/.test(pk?.S ?? ''))).toEqual([])
})

const archived = async () => ({
  setup: erased.setup,
  keys: (await listObjectVersionContents(erased.setup, 'archive')).toSorted(),
})
const read = async ({ s3 }: PrivacySetup, Key = '') =>
  (await (await s3.client.send(new GetObjectCommand({ Bucket: 'archivo', Key }))).Body?.transformToString()) ?? ''

describe('LIM-12 A-50 the blocked archive', () => {
  test('holds health for up to five years after the last service and billing for up to ten', async () => {
    const { setup, keys } = await archived()

    const { customerId, sub } = setup.client
    // Counted from 5 December 2026: to 24 November 2031 it is 1815 days, to 21 November 2036, of the invoice, 3639.
    expect(keys).toEqual(
      [
        `keep-60/health/${customerId}/record.json`,
        `keep-60/health/${customerId}/analytics/fil_analysis-1.pdf`,
        `keep-60/health/${customerId}/analytics/fil_analysis-2.pdf`,
        `keep-34/consent/${customerId}/record.json`,
        `keep-121/billing/${customerId}/record.json`,
        `keep-121/billing/${customerId}/invoice/fil_invoice-01.pdf`,
        `keep-121/billing/${customerId}/receipt/1-${sub}.pdf`,
      ].toSorted(),
    )
  })

  test('holds in each part who the person was and what that part is about, and no more', async () => {
    const { setup, keys } = await archived()

    const record = async (kept: string) =>
      JSON.parse(
        await read(
          setup,
          keys.find((key) => key.includes(`/${kept}/`) && key.endsWith('record.json')),
        ),
      ) as object
    const ofHealth = [
      'analysis analysisEdition budget checkIn clientSupplement consultation customer dose guardianConsent healthConsent',
      'message pastCourse questionnaire questionnaireVersion removedCustomer sessionNotes sessionNotesEdition sessionSummary termsAcceptance user',
    ].flatMap((line) => line.split(' '))
    expect(Object.keys(await record('health')).toSorted()).toEqual(ofHealth)
    const ofMoney = [
      'budgetAgreement',
      'customer',
      'dispute',
      'order',
      'payment',
      'receipt',
      'refund',
      'removedCustomer',
      'termsAcceptance',
      'user',
    ]
    expect(Object.keys(await record('billing')).toSorted()).toEqual(ofMoney)
    const ofConsent = ['customer', 'guardianConsent', 'healthConsent', 'removedCustomer', 'user']
    expect(Object.keys(await record('consent')).toSorted()).toEqual(ofConsent)
    expect(await record('consent')).toMatchObject({ guardianConsent: [{ earlier: [{ signedName: 'Carmen Gil' }] }] })
  })

  test('holds of somebody whom the practice never served the proof of their consent alone', async () => {
    const setup = await createPrivacySetup()
    await requestErasureDespiteOrders(setup)
    setup.practice.clock.advance({ days: 15 })

    await setup.erase()

    expect(await listObjectVersionContents(setup, 'archive')).toEqual([
      `keep-34/consent/${setup.client.customerId}/record.json`,
    ])
  })

  test('holds no health data of somebody whose last service lies more than five years back', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    setup.practice.clock.advance({ days: 5 * 366 })
    await requestErasureDespiteOrders(setup)
    setup.practice.clock.advance({ days: 15 })
    await setup.erase()

    const keys = await listObjectVersionContents(setup, 'archive')
    expect(keys.filter((key) => key.includes('/health/'))).toEqual([])
    expect(keys.filter((key) => key.includes('/billing/'))).toHaveLength(2)
  })
})
