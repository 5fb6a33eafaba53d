import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { consent } from '#contract/consent'
import { consultations } from '#contract/consultations-domain'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { questionnaire } from '#contract/questionnaire'
import {
  createDomainCaller,
  getSampleBody,
  allEndpoints,
  createUnknownIds,
  type NamedEndpoint,
} from '../../support/endpoints.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  createCliente,
  createAdministrador,
  createClienteWithoutConsent,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createBudgetContent } from '../../support/budgets.ts'
import { createTestPractice, listAuditedActions, type TestPractice } from '../../support/practice.ts'

const appointment = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' }
const dosing = {
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-12-01',
}

const withHealth: Readonly<Record<string, object>> = {
  'consultations.request': { ...appointment, message: 'Me duele la barriga' },
  'consultations.move': { ...appointment, message: 'Me duele la barriga', version: 1 },
  'consultations.book': { ...appointment, notes: 'Sospecha de SIBO' },
  'consultations.edit': { ...appointment, notes: 'Sospecha de SIBO', version: 1 },
  'consultations.saveNotes': getSampleBody('consultations.saveNotes') ?? {},
  'consultations.shareSummary': getSampleBody('consultations.shareSummary') ?? {},
  'customers.create': { name: 'Ada Lovelace', email: 'ada@correo.test', notes: 'Enfermedad de Crohn' },
  'customers.correctPathway': { state: 'finished', reason: 'other', note: 'Brote de Crohn', version: 0 },
  'customers.edit': { name: 'Ada Lovelace', email: 'ada@correo.test', notes: 'Enfermedad de Crohn', version: 1 },
  'customers.writeImport': { rows: [{ name: 'Ada', email: 'ada@correo.test', notes: 'Enfermedad de Crohn' }] },
  'files.saveAnalysis': getSampleBody('files.saveAnalysis') ?? {},
  'files.publishAnalysis': getSampleBody('files.publishAnalysis') ?? {},
  'files.offerUpload': { fileType: 'analytics', fileName: 'analisis.pdf', sizeBytes: 1 },
  'files.offerUploadOfMine': { fileName: 'analisis.pdf', sizeBytes: 1 },
  'messages.sendMine': { requestId: '11111111-1111-4111-8111-111111111111', text: 'Me duele la barriga' },
  'messages.sendToCustomer': { requestId: '22222222-2222-4222-8222-222222222222', text: '¿Sigue el dolor?' },
  'notifications.send': { type: 'supplement', details: { supplementName: 'Zinc' } },
  'payments.saveBudget': { content: createBudgetContent(), revision: 0 },
  'payments.answerBudgetQuestion': { askedAt: '2026-11-21T09:00:00.000Z', answer: 'Sí, ocho horas' },
  'payments.askAboutBudget': { text: '¿Y si tengo celiaquía?' },
  'questionnaire.saveCheckIn': {
    week: '2026-11-16',
    bloating: 3,
    energy: 3,
    sleep: 3,
    mood: 3,
    note: 'Peor tras cenar',
  },
  'questionnaire.save': { weight: 60, version: 0 },
  'questionnaire.saveDraft': { weight: 60, version: 0, replaces: null },
  'supplements.add': getSampleBody('supplements.add') ?? {},
  'supplements.addByMoment': getSampleBody('supplements.addByMoment') ?? {},
  'supplements.edit': { ...dosing, status: 'active', version: 1 },
  'supplements.publish': getSampleBody('supplements.publish') ?? {},
  'supplements.setPackOrdered': getSampleBody('supplements.setPackOrdered') ?? {},
  'supplements.tick': { clientSupplementId: 'csu_of-nobody', day: '2026-11-21', time: 'Noche', taken: true },
}

/**
 * Writing endpoints without health data, each decided by hand: names, prices, times, accounts, money, codes; a
 * completed upload, whose metadata was sent with the offer; deletions.
 */
const withoutHealth =
  /^(account|diagnostics|mfa|payments(?!\.(saveBudget|answerBudgetQuestion|askAboutBudget)$)|privacy|security|users|withdrawals|customers(?!\.(create|edit|writeImport|correctPathway)$))\.|^(consent\.(keepReceipt|giveHealth|withdrawHealth(OfCustomer)?|nameBasis)|consultations\.(cancel|answerPrice|requestEarlyStart|setOwnWaitingPlace|(read|take|decline)(Linked)?FreedHour|changeOpeningHours|setStatus|remove|(read|confirm)Attendance|(create|revoke)Feed|(read|choose|refuse|chooseOwn|refuseOwn|send)SlotProposals?)|files\.(completeUpload|completeUploadOfMine|remove|removeAnalysis|seeAnalysis)|messages\.(seeMine|seeOfCustomer|closeQuestion|saveTemplate|changeTemplate|removeTemplate)|notifications\.(resend|markSeen|setMailFrequency)|questionnaire\.(discardDraft|see|seeCheckIn)|supplements\.(finish|reopen|remove|saveTemplate|removeTemplate|saveProtocolTemplate|removeProtocolTemplate))$/

const writing = allEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET')
const takers = allEndpoints.filter(({ endpoint }) => endpoint.health)

async function ask(
  { domain, name, endpoint }: NamedEndpoint,
  practice: TestPractice,
  who: { as: PracticePerson; of: PracticePerson },
) {
  const body = {
    ...(withHealth[name] ?? unknown(name)),
    ...(name === 'consultations.book' && { customerId: who.of.customerId }),
  }
  const params = {
    ...createUnknownIds(endpoint),
    ...('customerId' in createUnknownIds(endpoint) && { customerId: who.of.customerId }),
  }
  return (await createDomainCaller(domain, practice))(endpoint, {
    as: createPasswordSessionClaims(who.as, practice),
    params,
    body,
  })
}

const unknown = (name: string): never => {
  throw new Error(`${name} takes health data: say here which`)
}

async function chooseCaller(
  { endpoint }: NamedEndpoint,
  practice: TestPractice,
  of: PracticePerson,
): Promise<PracticePerson> {
  return endpoint.allow.includes('cliente') ? of : createAdministrador(practice)
}

describe('whatever takes health data', () => {
  test.each(writing)('$name says whether it does', ({ name, endpoint }) => {
    expect([name, endpoint.health !== undefined]).toEqual([name, !withoutHealth.test(name)])
  })

  test.each(takers)('$name is refused before the client has agreed, and nothing of it is kept', async (named) => {
    const practice = await createTestPractice()
    const client = await createClienteWithoutConsent(practice)
    const as = await chooseCaller(named, practice, client)
    const before = await countItemsByEntity(practice)

    const { body } = await ask(named, practice, { as, of: client })

    expect(body.code).toBe(as === client ? 'health-consent-required' : 'health-basis-required')
    const { signInSession: _, auditEntry: __, ...after } = await countItemsByEntity(practice)
    expect(before).toMatchObject(after)
  })

  /** A customer who is only being created cannot have consented. */
  const takersOfSomebody = takers.filter(({ name }) => !/^customers\.(create|writeImport)$/.test(name))

  test.each(takersOfSomebody)('$name is let through once the client has agreed', async (named) => {
    const practice = await createTestPractice({
      clientFiles: { offer: async () => ({ url: 'https://files.test/', fields: {} }) } as never,
    })
    const client = await createCliente(practice)

    const { body } = await ask(named, practice, { as: await chooseCaller(named, practice, client), of: client })

    expect(body.code ?? '').not.toMatch(/^(?:health-|fault$)/)
  })
})

async function aPanel(changes = {}) {
  const practice = await createTestPractice()
  const [client, boss] = [await createClienteWithoutConsent(practice, changes), await createAdministrador(practice)]
  const asked = await createDomainCaller('consent', practice)
  const as = () => createPasswordSessionClaims(client, practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const params = { customerId: client.customerId }
  const give = () =>
    asked(consent.giveHealth, { as: as(), body: { accepted: true, textVersion: HEALTH_CONSENT_VERSION } })
  const withdraw = () => asked(consent.withdrawHealth, { as: as(), body: {} })
  const name = (basis: string) => asked(consent.nameBasis, { as: asBoss(), params, body: { basis } })
  const state = async () => (await asked(consent.readHealth, { as: as() })).body
  const adminState = async () => (await asked(consent.readHealthOfCustomer, { as: asBoss(), params })).body
  const ledger = async () => (await practice.data.healthConsents.query.byCustomer(params).go()).data
  const save = async () =>
    (await createDomainCaller('questionnaire', practice))(questionnaire.save, {
      as: as(),
      body: { weight: 60, version: 0 },
    })
  return { practice, client, boss, asked, as, asBoss, give, withdraw, name, state, adminState, ledger, save }
}

test('without it a client signs in, changes settings, asks for an hour and reads what there is', async () => {
  const { practice, as } = await aPanel()

  const settings = await (await createDomainCaller('account', practice))(account.readSettings, { as: as() })
  const hour = await (
    await createDomainCaller('consultations', practice)
  )(consultations.request, { as: as(), body: appointment })
  const answers = await (await createDomainCaller('questionnaire', practice))(questionnaire.readMine, { as: as() })

  expect([settings.status, hour.status, answers.status]).toEqual([200, 201, 200])
})

test('the consent stands in the ledger with purpose, version of the text, time and place', async () => {
  const { practice, client, give, ledger, save } = await aPanel()

  const { body } = await give()

  expect(body).toMatchObject({ state: 'given', givenAt: '2026-11-21T09:00:00.000Z', byGuardian: false })
  expect(await ledger()).toMatchObject([
    {
      event: 'given',
      by: 'client',
      userId: client.userId,
      purpose: 'asesoramiento-microbiota-nutricion',
      textVersion: HEALTH_CONSENT_VERSION,
      recordedAt: '2026-11-21T09:00:00.000Z',
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (test)',
    },
  ])
  expect(await listAuditedActions(practice)).toEqual(['HEALTH_CONSENT_GIVEN'])
  expect((await save()).status).toBe(200)
})

test.each([
  ['without the tick', { accepted: false, textVersion: HEALTH_CONSENT_VERSION }],
  ['to another text than that of today', { accepted: true, textVersion: '2020-01' }],
])('nobody agrees %s', async (_, body) => {
  const { asked, as, ledger } = await aPanel()

  const answer = await asked(consent.giveHealth, { as: as(), body })

  expect([answer.status, await ledger()]).toEqual([400, []])
})

test('given twice it stands once', async () => {
  const { give, ledger } = await aPanel()

  const answers = [await give(), await give()]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await ledger()).toHaveLength(1)
})

test('whoever agreed to an older text is asked anew at their next datum, and the practice goes on', async () => {
  const { practice, client, state, adminState, save, give } = await aPanel()
  await practice.data.healthConsents
    .create({
      customerId: client.customerId,
      entryId: 'hcn_of-an-older-text',
      recordedAt: '2026-01-01T09:00:00.000Z',
      event: 'given',
      by: 'client',
      purpose: 'asesoramiento-microbiota-nutricion',
      textVersion: '2025-12',
      address: '203.0.113.7',
      userAgent: 'a browser',
    })
    .go()

  expect([(await state()).state, (await save()).body.code]).toEqual(['outdated', 'health-consent-required'])
  expect((await adminState()).mayEnter).toBe(true)
  await give()
  expect([(await state()).state, (await save()).status]).toEqual(['given', 200])
})

test('withdrawn, nothing more is taken, the practice is mailed without a name, and the ledger keeps both lines', async () => {
  const { practice, client, give, withdraw, adminState, ledger, save } = await aPanel()
  await give()
  practice.clock.advance({ days: 3 })

  const answers = [await withdraw(), await withdraw()]

  expect(answers.map(({ body }) => body.state)).toEqual(['withdrawn', 'withdrawn'])
  expect((await save()).body.code).toBe('health-consent-required')
  expect(await adminState()).toMatchObject({ state: 'withdrawn', mayEnter: false, erasing: true })
  expect((await ledger()).map(({ event }) => event)).toEqual(['given', 'withdrawn'])
  const mails = (await practice.data.mails.scan.go()).data
  expect(mails).toMatchObject([{ to: 'consulta@habitat.test', customerId: client.customerId }])
  expect(JSON.stringify(mails[0]?.content)).not.toMatch(/Lucía|Ferrer|correo\.test/)
})

test('given again before anything was erased, what there is stays', async () => {
  const { practice, give, withdraw, state } = await aPanel()
  await give()
  practice.clock.advance({ minutes: 1 })
  await withdraw()
  practice.clock.advance({ minutes: 1 })

  await give()

  expect(await state()).toMatchObject({ state: 'given', erasing: false })
})

test('what was never given is not withdrawn', async () => {
  const { withdraw, ledger } = await aPanel()

  const { body } = await withdraw()

  expect([body.code, await ledger()]).toEqual(['changed-meanwhile', []])
})

test.each([
  ['whose age is not known', { birthDate: '' }, 'birth-date-missing'],
  [
    'of 17, also with a guardian who authorised the account',
    { birthDate: '2009-06-01', guardianConsentAt: '2026-11-20T09:00:00.000Z' },
    'guardian-consent-required',
  ],
])('somebody %s does not give it themselves', async (_, changes, code) => {
  const { give, ledger } = await aPanel(changes)

  const { body } = await give()

  expect([body.code, await ledger()]).toEqual([code, []])
})

test('the practice names another basis from a closed list, which stands in the ledger with who named it', async () => {
  const { practice, boss, name, adminState, ledger, save } = await aPanel()

  expect((await name('because I say so')).status).toBe(400)
  const { body } = await name('written-consent')

  expect(body).toMatchObject({ mayEnter: true, basis: { basis: 'written-consent' }, state: 'none' })
  expect(await ledger()).toMatchObject([
    { event: 'basis-named', by: 'practice', userId: boss.userId, basis: 'written-consent' },
  ])
  expect(await listAuditedActions(practice)).toEqual(['HEALTH_BASIS_NAMED'])
  // The practice's legal basis does not replace the client's consent.
  expect((await save()).body.code).toBe('health-consent-required')
  expect((await adminState()).mayEnter).toBe(true)
})

test('a withdrawal ends a basis that was named before it', async () => {
  const { practice, give, withdraw, name, adminState } = await aPanel()
  await name('written-consent')
  practice.clock.advance({ minutes: 1 })
  await give()
  practice.clock.advance({ minutes: 1 })

  await withdraw()

  expect(await adminState()).toMatchObject({ mayEnter: false, basis: null })
})

test('a line of the ledger is never written over', async () => {
  const { practice, give, ledger } = await aPanel()
  await give()
  const [line] = await ledger()
  if (!line) throw new Error('the ledger is empty')

  await expect(practice.data.healthConsents.create({ ...line, event: 'withdrawn' }).go()).rejects.toThrow(
    'conditional request failed',
  )

  expect(await ledger()).toEqual([line])
})
