import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { consent } from '#contract/consent'
import { consultationTextFields } from '#contract/consultation'
import { customers } from '#contract/customers-domain'
import { GUARDIAN_CONSENT_VERSION, HEALTH_CONSENT_VERSION } from '#contract/product'
import { questionnaire } from '#contract/questionnaire'
import { getFieldInputSchemas } from '#contract/record-fields'
import { supplements } from '#contract/supplements-domain'
import { createReadyDataExport, getLatestDataExport } from '../../support/data-exports.ts'
import { createDomainCaller, getSampleBody } from '../../support/endpoints.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createPrivacySetup, listObjectVersionContents } from '../../support/privacy-setup.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const gone = [
  'analysis',
  'analysisEdition',
  'budget',
  'carePathwayCorrections',
  'checkIn',
  'customerListEntry',
  'dataExport',
  'message',
  'messageThread',
  'questionnaire',
  'questionnaireDraft',
  'questionnaireVersion',
  'questionnaireVisit',
  'clientSupplement',
  'dose',
  'pastCourse',
  'supplementReview',
  'sessionNotes',
  'sessionNotesEdition',
  'sessionSummary',
]

const goneTexts = [
  'Soy Lucía',
  'Notas de Lucía',
  'Lucía Ferrer cena tarde',
  'Lo decide Lucía',
  'Encaja con lo que cuenta',
  'Lucía Ferrer duerme mejor',
  'Sigue así, Lucía',
  'supplementName',
  'Análisis.pdf',
  'Enfermedad de Crohn',
]

async function withdrawn() {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  const { customerId } = setup.client
  await setup.practice.data.customers.patch({ customerId }).set({ notes: 'Enfermedad de Crohn' }).go()
  const ask = await createDomainCaller('consent', setup.practice)
  await ask(consent.withdrawHealth, { as: createPasswordSessionClaims(setup.client, setup.practice), body: {} })
  const kinds = async () => new Set((await scanWholeTable(setup.practice)).map((item) => item['__edb_e__']?.S))
  return { ...setup, kinds }
}

test('what was said of their health is erased, and account, hours and payments stay', async () => {
  const setup = await withdrawn()
  const { data } = setup.practice
  const readTable = async () => JSON.stringify(await scanWholeTable(setup.practice))
  const before = { kinds: await setup.kinds(), table: await readTable() }

  expect(await setup.erase()).toEqual({ erased: 0, healthErased: 1 })

  const kinds = await setup.kinds()
  expect(gone.filter((kind) => !before.kinds.has(kind))).toEqual([])
  expect(gone.filter((kind) => kinds.has(kind))).toEqual([])
  expect(['user', 'customer', 'consultation', 'payment', 'healthConsent'].filter((kind) => !kinds.has(kind))).toEqual(
    [],
  )
  expect(kinds.has('healthErasure')).toBe(false)
  const left = await readTable()
  expect(goneTexts.filter((text) => !before.table.includes(text))).toEqual([])
  expect(goneTexts.filter((text) => left.includes(text))).toEqual([])
  expect((await data.auditHealthKeys.get({ subject: setup.client.customerId }).go()).data).toBeNull()
  expect((await data.clientFiles.scan.go()).data.map(({ fileType }) => fileType)).toEqual(['invoice'])
  expect((await data.fileKeys.scan.go()).data.map(({ fileKey }) => fileKey)).toEqual([
    expect.stringContaining('/invoice/'),
  ])
  expect((await listObjectVersionContents(setup, 'files')).filter((key) => key.includes('/analytics/'))).toEqual([])
  expect((await listObjectVersionContents(setup, 'files')).some((key) => key.includes('/invoice/'))).toBe(true)
})

test('a download that was ready is offered no more, for its file is gone', async () => {
  const setup = await createReadyDataExport()
  const withdraw = await createDomainCaller('consent', setup.practice)
  const before = await getLatestDataExport(setup)
  await withdraw(consent.withdrawHealth, { as: createPasswordSessionClaims(setup.client, setup.practice), body: {} })

  await setup.erase()

  expect(before.body.state).toBe('ready')
  expect(await getLatestDataExport(setup)).toMatchObject({ status: 200, body: { state: 'none' } })
})

test('the audit log still says that something was prescribed, and no longer what', async () => {
  const setup = await withdrawn()
  const prescribed = async () =>
    (await listAuditChanges(setup.practice)).find(({ action }) => action === 'SUPPLEMENT_ADDED')
  const before = await prescribed()

  await setup.erase()

  expect(before?.details).toMatchObject({ new_data: { name: 'Magnesio', amount: 1, unit: 'g' } })
  const details = { clientSupplementId: expect.stringMatching(/^csu_/) }
  expect(await prescribed()).toEqual({ ...before, details })
})

test('what the law keeps lies in the archive before, in a place of its own', async () => {
  const setup = await withdrawn()

  await setup.erase()

  const kept = await listObjectVersionContents(setup, 'archive')
  expect(kept.filter((key) => /^keep-\d+\/health\/cus_[^/]+\/withdrawn-\d+\/record\.json$/.test(key))).toHaveLength(1)
  expect(kept.some((key) => /\/withdrawn-\d+\/analytics\//.test(key))).toBe(true)
})

test('every text about a consultation is erased, and the hour stays', async () => {
  const setup = await createPrivacySetup()
  const { practice, client } = setup
  const key = { customerId: client.customerId, consultationId: 'con_12345678' }
  const hour = { startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
  const createdAt = practice.now().toISOString()
  const state = { status: 'scheduled', toConfirm: false, version: 1, sequence: 0, createdAt } as const
  const texts = createFieldSamples(getFieldInputSchemas(consultationTextFields), 'Enfermedad de Crohn')
  await practice.data.consultations.put({ ...key, ...hour, ...state, ...texts }).go()
  const withdraw = await createDomainCaller('consent', practice)
  await withdraw(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })

  await setup.erase()

  const { data: left } = await practice.data.consultations.get(key).go()
  expect(left).toEqual({ ...key, ...hour, ...state, version: 2 })
})

test('whoever is erased afterwards leaves nothing in the table, and the proof of their consents in the archive', async () => {
  const setup = await withdrawn()
  await setup.erase()
  await requestErasureDespiteOrders(setup)
  setup.practice.clock.advance({ days: 14, minutes: 1 })

  expect(await setup.erase()).toMatchObject({ erased: 1 })

  expect((await setup.kinds()).has('healthConsent')).toBe(false)
  expect((await listObjectVersionContents(setup, 'archive')).some((key) => /^keep-\d+\/consent\//.test(key))).toBe(true)
})

test('a client whom the practice deletes before the notes are erased comes back without them', async () => {
  const setup = await createPrivacySetup()
  const { practice, client } = setup
  const params = { customerId: client.customerId }
  await practice.data.customers.patch(params).set({ notes: 'Enfermedad de Crohn' }).go()
  const withdraw = await createDomainCaller('consent', practice)
  await withdraw(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
  const ask = await createDomainCaller('customers', practice)
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  await ask(customers.remove, { as, params })

  await setup.erase()
  const restored = await ask(customers.restore, { as, params })

  expect(restored).toMatchObject({ status: 200, body: { notes: null } })
  expect(JSON.stringify(await scanWholeTable(practice))).not.toContain('Crohn')
})

test('what says nothing of health stays as it is, and open forms about it can still be saved', async () => {
  const setup = await createPrivacySetup()
  const { practice, client } = setup
  const { data } = practice
  const { customerId } = client
  const createdAt = practice.now().toISOString()
  const hour = { startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
  const state = { status: 'scheduled', toConfirm: false, version: 1, sequence: 0, createdAt } as const
  await data.consultations.put({ customerId, consultationId: 'con_12345678', ...hour, ...state }).go()
  const withdraw = await createDomainCaller('consent', practice)
  await withdraw(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
  const kept = async () => [
    (await data.customers.get({ customerId }).go()).data,
    (await data.consultations.query.byCustomer({ customerId }).go()).data,
    (await data.mails.scan.go({ pages: 'all' })).data,
  ]
  const before = await kept()

  await setup.erase()

  expect(await kept()).toEqual(before)
  expect(before.flat()).toHaveLength(3)
})

test('what a minor enters after their guardian has agreed again is not erased', async () => {
  const setup = await createPrivacySetup({
    birthDate: '2009-06-01',
    guardianConsentAt: '2026-11-01T08:00:00.000Z',
  })
  const { practice, client } = setup
  const as = createPasswordSessionClaims(client, practice)
  await (
    await createDomainCaller('consent', practice)
  )(consent.withdrawHealth, { as, body: {} })
  practice.clock.advance({ minutes: 1 })
  const askAccount = await createDomainCaller('account', practice)
  const mother = { name: 'Carmen Gil Ruiz', email: 'carmen@correo.test' }
  await askAccount(account.askGuardian, { as, body: mother })
  await askAccount(account.giveGuardianConsent, {
    body: {
      token: await setup.tokenFor(mother.email),
      name: mother.name,
      accepted: true,
      textVersion: GUARDIAN_CONSENT_VERSION,
      healthTextVersion: HEALTH_CONSENT_VERSION,
    },
  })
  const askQuestionnaire = await createDomainCaller('questionnaire', practice)
  await askQuestionnaire(questionnaire.save, { as, body: { weight: 60, version: 0 } })

  expect(await setup.erase()).toEqual({ erased: 0, healthErased: 0 })

  expect((await askQuestionnaire(questionnaire.readMine, { as })).body.current).toMatchObject({
    answers: { weight: 60 },
  })
})

test('the practice enters nothing while it would be erased, also on another basis, and what it enters afterwards stays', async () => {
  const setup = await createPrivacySetup()
  const { practice, client } = setup
  const params = { customerId: client.customerId }
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const askConsent = await createDomainCaller('consent', practice)
  await askConsent(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
  practice.clock.advance({ minutes: 1 })
  const askSupplements = await createDomainCaller('supplements', practice)
  const add = () => askSupplements(supplements.add, { as, params, body: getSampleBody('supplements.add') ?? {} })

  const named = await askConsent(consent.nameBasis, { as, params, body: { basis: 'written-consent' } })
  const early = await add()
  await setup.erase()
  const late = await add()
  await setup.erase()

  expect(named.body).toMatchObject({ erasing: true, mayEnter: false, basis: { basis: 'written-consent' } })
  expect(early.body.code).toBe('health-basis-required')
  expect(late.status).toBe(201)
  expect((await askSupplements(supplements.listOfCustomer, { as, params })).body.items).toHaveLength(1)
})
