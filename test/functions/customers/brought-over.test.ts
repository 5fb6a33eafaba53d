import { PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { notifications } from '#contract/notifications'
import { payments } from '#contract/payments-domain'
import { queueMail } from '#platform/outbox'
import { testBucket } from '../../local/s3/start-test-s3.ts'
import { BUDGET_ID, createBudgetContent } from '../../support/budgets.ts'
import type { TokenClaims } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createAdministrador, createClienteWithoutConsent, createPasswordSessionClaims } from '../../support/people.ts'
import type { TestPractice } from '../../support/practice.ts'
import { createPrivacySetup, listObjectVersionContents } from '../../support/privacy-setup.ts'
import { payWithoutAccount } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import { requestErasureDespiteOrders } from '../../support/whole-customer.ts'

const MISTYPED = 'marta@corre.test'

interface WaitingFile {
  readonly practice: TestPractice
  readonly of: { readonly as: TokenClaims; readonly params: { readonly customerId: string } }
}

const sayMessage = async ({ practice, of }: WaitingFile) =>
  (await createDomainCaller('messages', practice))(messages.sendToCustomer, {
    ...of,
    body: { requestId: '11111111-1111-4111-8111-111111111111', text: 'Te escribo por aquí' },
  })

const writeAnalysis = async ({ practice, of: { as, params } }: WaitingFile) =>
  (await createDomainCaller('files', practice))(files.saveAnalysis, {
    as,
    params: { ...params, analysisId: 'ana_12345678' },
    body: {
      sampledOn: '2026-11-20',
      laboratory: 'Laboratorio Ejemplo',
      method: 'ELISA',
      findings: 'Poca variedad',
      meaning: '',
      nextSteps: '',
      values: [],
      version: 0,
    },
  })

const writeBudget = async ({ practice, of: { as, params } }: WaitingFile) =>
  (await createDomainCaller('payments', practice))(payments.saveBudget, {
    as,
    params: { ...params, budgetId: BUDGET_ID },
    body: { content: createBudgetContent(), revision: 0 },
  })

const sayWhereTheyAre = async ({ practice, of }: WaitingFile) =>
  (await createDomainCaller('customers', practice))(customers.correctPathway, {
    ...of,
    body: { state: 'proposal-to-present', reason: 'done-outside', version: 0 },
  })

/**
 * A client with an account also paid under a mistyped address: the practice made notes in that second record and then
 * corrects the address, which merges both.
 */
async function aClientBroughtOver(writeBefore: (file: WaitingFile) => Promise<unknown> = async () => undefined) {
  const setup = await createPrivacySetup()
  const stripe = await createStripeSetup(setup.practice.clock)
  const practice = Object.assign(setup.practice, { stripe: stripe.access })
  const owner = await createClienteWithoutConsent(practice)
  const boss = await createAdministrador(practice)
  const as = createPasswordSessionClaims(boss, practice)
  const ask = {
    customers: await createDomainCaller('customers', practice),
    consent: await createDomainCaller('consent', practice),
    payments: await createDomainCaller('payments', practice),
  }
  const { orderId, sessionId } = await payWithoutAccount({ practice, stripe, ask: ask.payments } as never, MISTYPED)
  await ask.payments(payments.confirm, { body: { sessionId } })
  const former = orderId.replace('ord_', 'cus_')
  const of = { as, params: { customerId: former } }
  await ask.consent(consent.nameBasis, { ...of, body: { basis: 'written-consent' } })
  await practice.data.transact((entities) => ({
    mail: queueMail(
      entities,
      { to: MISTYPED, customerId: former, content: { kind: 'verification', wish: 'paid' } },
      practice,
    ),
  }))
  const askConsultations = await createDomainCaller('consultations', practice)
  const booked = await askConsultations(consultations.book, {
    as,
    body: { customerId: former, startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 30, type: 'general' },
  })
  const receipt = `${former}/receipt/1-recibo.pdf`
  await setup.s3.client.send(new PutObjectCommand({ Bucket: testBucket, Key: receipt, Body: 'Marta' }))
  await writeBefore({ practice, of })
  const corrected = await ask.customers(customers.edit, {
    ...of,
    body: { name: 'Marta', email: owner.email, version: 1 },
  })
  return { ...setup, practice, owner, as, ask, former, booked, corrected }
}

test('the legal basis that was named before stands under the person whose client it was', async () => {
  const { owner, as, ask, corrected } = await aClientBroughtOver()

  const read = await ask.consent(consent.readHealthOfCustomer, { as, params: { customerId: owner.customerId } })

  expect(corrected.body.customerId).toBe(owner.customerId)
  expect(read.body).toMatchObject({ state: 'none', mayEnter: true, basis: { basis: 'written-consent' } })
})

test('the record’s history goes on where the other one ended', async () => {
  const { owner, as, ask } = await aClientBroughtOver()

  const { body } = await ask.customers(customers.timeline, { as, params: { customerId: owner.customerId } })

  expect(body.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['CUSTOMER_CREATED', 'HEALTH_BASIS_NAMED', 'CUSTOMER_LINKED']),
  )
})

test('the hour that was booked for them is in their file, and in no other', async () => {
  const { practice, owner, former, booked } = await aClientBroughtOver()

  const hoursOf = async (customerId: string) =>
    (await practice.data.consultations.query.byCustomer({ customerId }).go()).data

  expect(booked.status).toBe(201)
  expect(await hoursOf(former)).toEqual([])
  expect(await hoursOf(owner.customerId)).toMatchObject([
    { consultationId: booked.body.consultationId, startsAt: '2026-11-24T10:00:00.000Z', status: 'scheduled' },
  ])
})

test('the mail that waited about that hour goes to their own address', async () => {
  const { practice, owner } = await aClientBroughtOver()

  practice.clock.advance({ minutes: 10 })

  const mails = await createOutboxReader(practice).post()
  expect(mails.filter(({ subject }) => subject?.startsWith('Tu cita: ')).map(({ to }) => to)).toMatchObject([
    [{ address: owner.email }],
  ])
})

test('news of the record from before name the person, and lead to their present one', async () => {
  const { practice, owner, former, as } = await aClientBroughtOver()
  const userId = `usr_${as['sub']}`
  const at = practice.now().toISOString()
  const noticeId = 'ntc_of-before'
  const facts = { kind: 'payment', customerId: former, amountCents: 8000, happenedAt: at, createdAt: at } as const
  await practice.data.practiceNotices.create({ ...facts, noticeId, expiresAtEpoch: 4_000_000_000 }).go()
  await practice.data.transact((entities) => ({
    mail: queueMail(
      entities,
      { to: 'elena@habitat.test', content: { kind: 'practice-notice', noticeId, userId } },
      practice,
    ),
  }))

  const { body } = await (
    await createDomainCaller('notifications', practice)
  )(notifications.listOfPractice, { as, query: {} })
  const mails = await createOutboxReader(practice).post()

  expect(body.items).toMatchObject([{ noticeId, customer: { customerId: owner.customerId, name: 'Lucía Ferrer' } }])
  const text = mails.find(({ subject }) => subject === 'Pago recibido')?.text
  expect(text).toMatch(/Lucía Ferrer ha pagado 80,00\s€\./)
  expect(text).toContain(`/client/${owner.customerId}\n`)
})

test('A-50 once the person is erased, nothing is left under the id from before either', async () => {
  const { owner, former, erase, ...setup } = await aClientBroughtOver()
  const { practice } = setup
  const before = JSON.stringify(await scanWholeTable(practice))
  await requestErasureDespiteOrders(setup, owner)
  practice.clock.advance({ days: 15 })

  expect(await erase()).toMatchObject({ erased: 1 })

  const left = JSON.stringify(await scanWholeTable(practice))
  const trace = former.slice('cus_'.length)
  expect([before.includes(trace), before.includes(MISTYPED)]).toEqual([true, true])
  expect([left.includes(trace), left.includes(MISTYPED)]).toEqual([false, false])
  expect((await listObjectVersionContents(setup, 'files')).filter((key) => key.startsWith(former))).toEqual([])
})

test.each([
  ['a message', sayMessage],
  ['an analysis', writeAnalysis],
  ['a budget', writeBudget],
])('with %s of the practice the file stays as it is, and nothing of it is lost', async (_, write) => {
  const written: unknown[] = []
  const { practice, former, owner } = await aClientBroughtOver(async (file) => {
    written.push(await write(file))
  })

  expect(written).toMatchObject([{ status: expect.toSatisfy((status: number) => status < 300) }])
  expect((await practice.data.customers.get({ customerId: former }).go()).data).toMatchObject({ email: owner.email })
})

test('what the practice has said of where they are goes with them', async () => {
  const written: unknown[] = []
  const { practice, former, owner } = await aClientBroughtOver(async (file) => {
    written.push(await sayWhereTheyAre(file))
  })
  const correctionsOf = async (customerId: string) =>
    (await practice.data.carePathwayCorrections.get({ customerId }).go()).data

  expect(written).toMatchObject([{ status: 200 }])
  expect(await correctionsOf(former)).toBeNull()
  expect(await correctionsOf(owner.customerId)).toMatchObject({ version: 1, corrections: [{ reason: 'done-outside' }] })
})
