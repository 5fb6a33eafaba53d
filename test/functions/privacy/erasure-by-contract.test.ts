import { randomUUID } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test, vi } from 'vitest'
import { GUARDIAN_CONSENT_VERSION, HEALTH_CONSENT_VERSION } from '#contract/product'
import { toEmailAddressId } from '#platform/email-address-id'
import { queueMail } from '#platform/outbox'
import { BUDGET_ID, createBudgetContent } from '../../support/budgets.ts'
import { createAttendanceToken } from '../../../functions/consultations/public/attendance-link.ts'
import { testBucket } from '../../local/s3/start-test-s3.ts'
import type { TestResponse, TestRequest } from '../../support/endpoint-caller.ts'
import { endpointsTestedElsewhere } from '../../support/erasure-asked-elsewhere.ts'
import { askOfMessages } from '../../support/erasure-of-messages.ts'
import { createDomainCaller, allEndpoints } from '../../support/endpoints.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createSignUpAttributes } from '../../support/fake-user-pool.ts'
import { createAdministrador, createPasswordSessionClaims, writeSignInSession } from '../../support/people.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'

const EMAIL = 'zacarias.inconfundible@correo.test'
const NAME = 'Zacarías Inconfundible'
const MOTHER = 'madre.inconfundible@correo.test'
const PLACE = '192.0.2.77'
const nobody = { withdrawalId: 'wdr_0badcafe-0001', name: NAME, email: EMAIL, comment: `Soy ${NAME}` }
const appointment = { startsAt: '2027-01-11T10:00:00.000Z', durationMinutes: 30, type: 'general' }
const dosing = {
  name: 'Magnesio',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-20',
}

type Answers = Readonly<Record<string, TestResponse['body']>>
type Ask = (answers: Answers, setup: PrivacySetup) => TestRequest | Promise<TestRequest>

const of = ({ client: { customerId } }: PrivacySetup) => ({ params: { customerId } })
const field = (answers: Answers, name: string, key: string) => String((answers[name] as Record<string, unknown>)?.[key])

/** @returns the token of the link in a reminder of the moved consultation */
const remindHer = (answers: Answers, { client: { customerId }, practice }: PrivacySetup) =>
  createAttendanceToken(
    {
      to: EMAIL,
      customerId,
      consultation: {
        ...appointment,
        consultationId: field(answers, 'consultations.request', 'consultationId'),
        startsAt: '2027-01-12T10:00:00.000Z',
        sequence: 1,
      },
    },
    practice,
  )

/** The person's own calls of every writing endpoint, in a possible order. */
const byHer: Readonly<Record<string, Ask>> = {
  'account.issueTicket': () => ({}),
  'account.giveBirthDate': () => ({ body: { birthDate: '2009-05-04' } }),
  'account.askGuardian': () => ({ body: { name: `Madre de ${NAME}`, email: MOTHER } }),
  'account.readGuardianRequest': async (_, setup) => ({ body: { token: await setup.tokenFor(MOTHER) } }),
  'account.giveGuardianConsent': async (_, setup) => ({
    body: {
      token: await setup.tokenFor(MOTHER),
      name: `Madre de ${NAME}`,
      accepted: true,
      textVersion: GUARDIAN_CONSENT_VERSION,
      healthTextVersion: HEALTH_CONSENT_VERSION,
    },
  }),
  'account.changeSettings': () => ({
    body: {
      firstName: 'Zacarías',
      lastName: 'Inconfundible',
      notifications: { consultations: true, reminders: true, files: true, supplements: true, marketing: true },
      language: 'es',
      version: 0,
    },
  }),
  'account.mailVerification': () => ({ body: { email: EMAIL, reset: true } }),
  'account.reportFailedSignIn': (answers) => ({ body: { ticket: field(answers, 'account.issueTicket', 'ticket') } }),
  'account.mailSignInLink': () => ({ body: { email: EMAIL } }),
  'account.keepBrowser': () => ({ body: { browsers: [] } }),
  'account.endOtherSessions': () => ({}),
  'consent.keepReceipt': () => ({
    body: { receiptId: 'cns_0badcafe-0001', textVersion: '2026-11', analytics: false, marketing: false },
  }),
  'consultations.request': () => ({ body: { ...appointment, message: `Soy ${NAME}` } }),
  'consultations.move': (answers) => ({
    params: { consultationId: field(answers, 'consultations.request', 'consultationId') },
    body: { ...appointment, startsAt: '2027-01-12T10:00:00.000Z', message: `Soy ${NAME}`, version: 1 },
  }),
  'consultations.readAttendance': async (answers, setup) => ({ body: { token: await remindHer(answers, setup) } }),
  'consultations.confirmAttendance': async (answers, setup) => ({ body: { token: await remindHer(answers, setup) } }),
  'payments.quote': () => ({ body: { product: 'primera-consulta' } }),
  'questionnaire.save': () => ({ body: { weight: 60, notes: `Notas de ${NAME}`, version: 0 } }),
  'questionnaire.saveCheckIn': () => ({
    body: { week: '2026-11-16', bloating: 2, energy: 3, sleep: 4, mood: 3, note: `Semana de ${NAME}` },
  }),
  ...askOfMessages(NAME),
  'questionnaire.saveDraft': () => ({ body: { notes: `Borrador de ${NAME}`, version: 1, replaces: null } }),
  'privacy.askAboutOpening': async (_, { practice, client: { customerId } }) => {
    const at = practice.now().toISOString()
    const opening = { action: 'CLIENT_DATA_OPENED', details: { part: 'profile' }, subjectId: customerId } as const
    await practice.data.auditEntries
      .create({
        ...opening,
        auditId: 'aud_of-a-look',
        month: at.slice(0, 7),
        createdAt: at,
        userId: 'usr_of-the-practice',
      })
      .go()
    return { params: { auditId: 'aud_of-a-look' }, body: { at, reason: 'who' } }
  },
  'privacy.requestExport': () => ({ body: {} }),
  'withdrawals.request': () => ({ body: nobody }),
}

const byThePractice: Readonly<Record<string, Ask>> = {
  'consent.nameBasis': (_, setup) => ({ ...of(setup), body: { basis: 'written-consent' } }),
  'customers.edit': (_, setup) => ({
    ...of(setup),
    body: { name: NAME, email: EMAIL, phone: '+34 600 000 077', notes: `Notas de ${NAME}`, version: 2 },
  }),
  'customers.correctPathway': (_, setup) => ({
    ...of(setup),
    body: { state: 'at-laboratory', reason: 'other', note: `La muestra de ${NAME}`, version: 0 },
  }),
  'consultations.book': (_, { client: { customerId } }) => ({
    body: {
      customerId,
      ...appointment,
      startsAt: '2026-11-24T10:00:00.000Z',
      notes: NAME,
      override: { reason: `Lo pide ${NAME}` },
    },
  }),
  'consultations.saveNotes': (answers, { client: { customerId } }) => ({
    params: { customerId, consultationId: field(answers, 'consultations.book', 'consultationId') },
    body: { assessment: `${NAME} duerme mejor`, summary: `Sigue así, ${NAME}`, version: 0 },
  }),
  'consultations.shareSummary': (answers, { client: { customerId } }) => ({
    params: { customerId, consultationId: field(answers, 'consultations.book', 'consultationId') },
    body: { version: 1 },
  }),
  'consultations.edit': (answers, { client: { customerId } }) => ({
    params: { customerId, consultationId: field(answers, 'consultations.book', 'consultationId') },
    body: { ...appointment, startsAt: '2026-11-25T10:00:00.000Z', notes: `${NAME} otra vez`, version: 1 },
  }),
  'supplements.add': (_, setup) => ({
    ...of(setup),
    body: { ...dosing, requestId: randomUUID(), instructions: `Para ${NAME}` },
  }),
  'files.offerUpload': (_, setup) => ({
    ...of(setup),
    body: { fileType: 'invoice', fileName: `${NAME}.pdf`, sizeBytes: 1, description: NAME },
  }),
  'files.saveAnalysis': (_, { client: { customerId } }) => ({
    params: { customerId, analysisId: 'ana_12345678' },
    body: {
      sampledOn: '2026-10-26',
      laboratory: 'Laboratorio Ejemplo',
      method: '16S rRNA',
      findings: `Lo de ${NAME}`,
      meaning: `Para ${NAME}`,
      nextSteps: `${NAME} vuelve en un mes`,
      values: [{ marker: NAME, value: '<38' }],
      version: 0,
    },
  }),
  'files.publishAnalysis': (_, { client: { customerId } }) => ({
    params: { customerId, analysisId: 'ana_12345678' },
    body: { version: 1 },
  }),
  'notifications.send': (_, setup) => ({
    ...of(setup),
    body: { type: 'invoice', details: { fileName: `${NAME}.pdf` } },
  }),
  'payments.saveBudget': (_, { client: { customerId } }) => ({
    params: { customerId, budgetId: BUDGET_ID },
    body: { content: createBudgetContent({ recommendation: `Para ${NAME}` }), revision: 0 },
  }),
  'payments.publishBudget': (_, { client: { customerId } }) => ({
    params: { customerId, budgetId: BUDGET_ID },
    body: { revision: 1 },
  }),
  'questionnaire.see': (_, setup) => ({ ...of(setup), body: { version: 1 } }),
}

const byHerInTheEnd: Readonly<Record<string, Ask>> = {
  'consent.withdrawHealth': () => ({ body: {} }),
}

const calls = [byHer, byThePractice, byHerInTheEnd]

const writing = allEndpoints.filter(({ endpoint: { method } }) => method !== 'GET').map(({ name }) => name)

test('every endpoint that writes has its place here', () => {
  const known = [...calls, endpointsTestedElsewhere].flatMap((list) => Object.keys(list))

  expect(known.toSorted()).toEqual(writing.toSorted())
})

async function callEach(list: Readonly<Record<string, Ask>>, setup: PrivacySetup, as: TestRequest): Promise<Answers> {
  const answers: Record<string, TestResponse['body']> = {}
  for (const [name, question] of Object.entries(list)) {
    const { domain, endpoint } = allEndpoints.find((each) => each.name === name) ?? unknown(name)
    const ask = await createDomainCaller(domain, setup.practice)
    const answer = await ask(endpoint, { ...as, ...(await question(answers, setup)) })
    expect([name, answer.status < 300, answer.body]).toEqual([name, true, answer.body])
    answers[name] = answer.body
  }
  return answers
}

const unknown = (name: string): never => {
  throw new Error(`the contract has no ${name}`)
}

const identifiers = {
  'the random part of her ids': ({ client }: PrivacySetup) => client.sub,
  'her address': () => EMAIL,
  'the key of her address': () => toEmailAddressId(EMAIL),
  'her guardian’s address': () => MOTHER,
  'the key of that': () => toEmailAddressId(MOTHER),
  'her first name': () => 'Zacarías',
  'her last name': () => 'Inconfundible',
  'her telephone': () => '+34 600 000 077',
  'where she called from': () => PLACE,
} as const

/** A text has three base64 forms, by its offset; characters shared with its neighbours are left out. */
const within = (text: string, before: number, encoding: 'base64' | 'base64url'): string => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
  const whole = Math.floor((bytes.length * 8) / 6)
  return bytes.toString(encoding).slice(Math.ceil((before * 8) / 6), whole)
}

const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in lower case': (text) => text.toLowerCase(),
  'in a URL': encodeURIComponent,
  'in base64, first byte': (text) => within(text, 0, 'base64'),
  'in base64, second byte': (text) => within(text, 1, 'base64'),
  'in base64, third byte': (text) => within(text, 2, 'base64'),
  'in base64 for URLs': (text) => within(text, 0, 'base64url'),
}

const stores = ['table', 'mails', 'keys', 'bytes', 'pool', 'logs'] as const
type Stores = Readonly<Record<(typeof stores)[number], string>>

/** Call logs contain the account's id, which refers to nothing after erasure and cannot be removed. */
const staysInLogs = 'the random part of her ids'

const searches = Object.entries(identifiers).flatMap(([identifier, valueOf]) =>
  Object.entries(spellings).flatMap(([spelling, spell]) =>
    stores
      .filter((store) => !(store === 'logs' && identifier === staysInLogs))
      .map((store) => ({
        name: `${store}: ${identifier}, ${spelling}`,
        finds: (setup: PrivacySetup, texts: Stores) => texts[store].includes(spell(valueOf(setup))),
      })),
  ),
)

/** Without items past their TTL: DynamoDB removes them within two days. */
async function tableOf({ practice }: PrivacySetup): Promise<string> {
  const now = Math.floor(practice.now().getTime() / 1000)
  const items = (await scanWholeTable(practice)).filter((item) => !(Number(item['expiresAtEpoch']?.N ?? now) < now))
  return JSON.stringify(items, (_, value: unknown) => (value instanceof Set ? [...value] : value))
}

const called = calls.flatMap((list) => Object.keys(list)).length

test(`A-50 after ${called} endpoints that write about somebody, ${searches.length} searches for them find nothing once they are erased`, async () => {
  const logged = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  const setup = await createPrivacySetup({
    email: EMAIL,
    birthDate: undefined as never,
    firstName: 'Zacarías',
    lastName: 'Inconfundible',
  })
  const { practice, client, s3 } = setup
  await practice.data.customers.patch({ customerId: client.customerId }).set({ email: EMAIL, name: NAME }).go()
  await practice.data.clientAddresses.put({ email: EMAIL, customerId: client.customerId }).go()
  const attributes = createSignUpAttributes(EMAIL, practice.now())
  practice.identities.known.set(client.sub, {
    sub: client.sub,
    confirmed: true,
    enabled: true,
    hasTotp: false,
    createdAt: practice.now(),
    attributes,
  })
  const find = async () => ({ sub: client.sub, status: 'confirmed', byGoogle: false })
  Object.assign(practice, { signUps: { find } })
  await s3.client.send(
    new PutObjectCommand({ Bucket: testBucket, Key: `${client.customerId}/analytics/1.pdf`, Body: NAME }),
  )
  const boss = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  await practice.data.customers.patch({ customerId: boss.customerId }).set({ name: 'Elena Prado' }).go()
  const headers = { 'x-forwarded-for': `${PLACE}, 130.176.1.1` }

  await writeSignInSession(client, practice)
  await callEach(byHer, setup, { as: createPasswordSessionClaims(client, practice), headers })
  const setups = {
    as: createPasswordSessionClaims(boss, practice),
    headers: { 'x-forwarded-for': '198.51.100.9, 130.176.1.1' },
  }
  await callEach(byThePractice, setup, setups)
  await callEach(byHerInTheEnd, setup, { as: createPasswordSessionClaims(client, practice), headers })
  await practice.data.transact((entities) => ({
    mail: queueMail(
      entities,
      { to: EMAIL, content: { kind: 'google-linked', name: NAME, at: '2026-11-21T09:00:00.000Z' } },
      practice,
    ),
  }))
  const { send } = setup.office
  Object.assign(setup.office, { send: () => Promise.reject(new Error(`Email address is not verified: ${EMAIL}`)) })
  await setup.post()
  Object.assign(setup.office, { send })
  await setup.makeQueued()
  await setup.leave()
  const before = await tableOf(setup)
  practice.clock.advance({ days: 31 })
  expect(await setup.erase()).toMatchObject({ erased: 1 })

  const keys = await listObjectVersionContents(setup, 'files')
  const texts: Stores = {
    table: await tableOf(setup),
    mails: JSON.stringify((await practice.data.mails.scan.go({ pages: 'all' })).data),
    keys: keys.join(),
    bytes: (await Promise.all(keys.map((Key) => bytesOf(Key, setup)))).join(),
    pool: JSON.stringify([...practice.identities.known]),
    logs: JSON.stringify(logged.flatMap(({ mock }) => mock.calls)),
  }
  const known = [
    'the random part of her ids',
    'her address',
    'her guardian’s address',
    'her last name',
    'where she called from',
  ]
  for (const name of known) {
    expect(
      searches.find((search) => search.name === `table: ${name}, as it is`)?.finds(setup, { ...texts, table: before }),
    ).toBe(true)
  }
  expect(texts.logs).toContain(identifiers[staysInLogs](setup))
  expect(searches.filter(({ finds }) => finds(setup, texts)).map(({ name }) => name)).toEqual([])
})

const bytesOf = async (Key: string, { s3 }: PrivacySetup): Promise<string> => {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: testBucket, Key }))
  return (await Body?.transformToString()) ?? ''
}
