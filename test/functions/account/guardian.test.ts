import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { consent as healthConsent } from '#contract/consent'
import { GUARDIAN_CONSENT_VERSION, HEALTH_CONSENT_VERSION } from '#contract/product'
import { consumeAddressMailLimit } from '../../../functions/account/public/address-mails.ts'
import { requireAdultOrGuardianConsent } from '../../../functions/account/public/guardian.ts'
import type { StoredUser } from '#platform/user'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createClienteWithoutConsent, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const SEVENTEEN = '2009-06-01'
const mother = { name: 'Carmen Gil Ruiz', email: 'carmen@correo.test' }
const father = { name: 'Pedro Ferrer', email: 'pedro@correo.test' }
const consent = (token: string) =>
  ({ token, name: 'Carmen Gil Ruiz', accepted: true, textVersion: GUARDIAN_CONSENT_VERSION }) as const

async function aMinor(changes: Partial<StoredUser> = {}, aClient = createCliente) {
  const practice = await createTestPractice()
  const minor = await aClient(practice, { birthDate: SEVENTEEN, ...changes })
  const ask = createEndpointCaller(serveAccount(() => practice))
  const as = createPasswordSessionClaims(minor, practice)
  const may = async () => {
    try {
      await requireAdultOrGuardianConsent(minor, practice)
      return 'yes'
    } catch (error) {
      return (error as Error).message
    }
  }
  return { practice, minor, ask, as, may, ...createOutboxReader(practice) }
}

async function asked(aClient = createCliente) {
  const setup = await aMinor({}, aClient)
  await setup.ask(account.askGuardian, { as: setup.as, body: mother })
  return { ...setup, token: await setup.tokenFor(mother.email) }
}

const birthdayTomorrow: typeof createCliente = (practice, changes) =>
  createCliente(practice, { ...changes, birthDate: '2008-11-22' })

describe('A-14 before health data and consultations', () => {
  test.each([
    ['an adult', { birthDate: '2008-11-21' }, 'yes'],
    ['somebody a day short of eighteen', { birthDate: '2008-11-22' }, 'guardian-consent-required'],
    ['a minor with consent', { guardianConsentAt: '2026-11-01T08:00:00.000Z' }, 'yes'],
    ['A-20 somebody whose age is not known', { birthDate: undefined as never }, 'birth-date-missing'],
  ])('%s: %j', async (_, changes, verdict) => {
    const { may } = await aMinor(changes)

    expect(await may()).toBe(verdict)
  })
})

describe('A-14 a minor', () => {
  test('has their guardian asked by mail, which names neither of them in the words of whoever asked', async () => {
    const { ask, as, post, practice } = await aMinor()

    const answer = await ask(account.askGuardian, { as, body: mother })

    expect(answer).toMatchObject({ status: 200, body: { guardian: { state: 'asked', email: mother.email } } })
    const [mail] = await post()
    expect(mail?.subject).toBe('Una persona menor de edad necesita tu autorización en Hábitat Interior')
    expect(mail?.text).toMatch(/^Hola:[^]*https:\/\/habitat\.test\/autorizacion#token=/)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Lucía|Ferrer|Carmen|Gil|Ruiz/)
    expect(await listAuditedActions(practice)).toEqual(['GUARDIAN_ASKED'])
  })

  test('cannot be their own guardian', async () => {
    const { ask, as, minor } = await aMinor()

    const answer = await ask(account.askGuardian, { as, body: { ...mother, email: minor.email } })

    expect(answer).toEqual({ status: 409, body: { code: 'own-email' } })
  })

  test('of age needs nobody', async () => {
    const { ask, as } = await aMinor({ birthDate: '1990-05-04' })

    const answer = await ask(account.askGuardian, { as, body: mother })

    expect(answer).toEqual({ status: 409, body: { code: 'guardian-not-needed' } })
  })

  test('cannot have mails sent without end', async () => {
    const { ask, as } = await aMinor()
    for (let n = 0; n < 5; n++) await ask(account.askGuardian, { as, body: mother })

    const answer = await ask(account.askGuardian, { as, body: mother })

    expect(answer).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

describe('A-14 the guardian', () => {
  test('reads who asks', async () => {
    const { ask, token } = await asked()

    const answer = await ask(account.readGuardianRequest, { body: { token } })

    expect(answer).toEqual({
      status: 200,
      body: { minorName: 'Lucía Ferrer', guardianName: 'Carmen Gil Ruiz', requestedAt: '2026-11-21T09:00:00.000Z' },
    })
  })

  test('agrees: who, to which text, when and from where is kept, and the minor may go on', async () => {
    const { practice, minor, ask, as, may, token } = await asked()

    const answer = await ask(account.giveGuardianConsent, { body: consent(token) })

    expect(answer).toEqual({ status: 200, body: { consented: true } })
    expect(await may()).toBe('yes')
    const { data: kept } = await practice.data.guardianConsents.get({ customerId: minor.customerId }).go()
    expect(kept).toMatchObject({
      ...mother,
      signedName: 'Carmen Gil Ruiz',
      textVersion: GUARDIAN_CONSENT_VERSION,
      consentedAt: '2026-11-21T09:00:00.000Z',
      address: TEST_CALLER_ADDRESS,
      userAgent: 'Mozilla/5.0 (test)',
    })
    expect((await listAuditChanges(practice)).at(-1)).toMatchObject({
      action: 'GUARDIAN_CONSENTED',
      userId: 'guardian',
      subjectId: minor.userId,
      details: { textVersion: GUARDIAN_CONSENT_VERSION },
    })
    expect((await ask(account.readSettings, { as })).body.guardian).toEqual({ state: 'given', email: null })
  })

  test('agrees once', async () => {
    const { practice, ask, token } = await asked()

    const answers = await Promise.all([1, 2, 3].map(() => ask(account.giveGuardianConsent, { body: consent(token) })))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await ask(account.readGuardianRequest, { body: { token } })).toMatchObject({
      body: { code: 'link-invalid' },
    })
    expect((await listAuditedActions(practice)).filter((action) => action === 'GUARDIAN_CONSENTED')).toHaveLength(1)
  })

  test.each([{ accepted: false }, { name: '' }, { textVersion: '1999-01' }])(
    'who says %j has not agreed',
    async (more) => {
      const { ask, may, token } = await asked()

      const answer = await ask(account.giveGuardianConsent, { body: { ...consent(token), ...more } })

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
      expect(await may()).toBe('guardian-consent-required')
    },
  )

  test('who was asked first no longer decides when somebody else was asked', async () => {
    const { ask, as, token } = await asked()
    await ask(account.askGuardian, { as, body: father })

    expect(await ask(account.giveGuardianConsent, { body: consent(token) })).toMatchObject({
      body: { code: 'link-invalid' },
    })
  })

  test('keeps the link that was mailed when the same address is asked again on a day on which it has had its mails', async () => {
    const { practice, ask, as, token, post } = await asked()
    for (let n = 0; n < 4; n++) await consumeAddressMailLimit(mother.email, practice)

    const again = await ask(account.askGuardian, { as, body: mother })
    const given = await ask(account.giveGuardianConsent, { body: consent(token) })

    expect(again).toMatchObject({ status: 200, body: { guardian: { state: 'asked', email: mother.email } } })
    expect(await post()).toHaveLength(1)
    expect(given).toEqual({ status: 200, body: { consented: true } })
  })

  test('has thirty days', async () => {
    const { practice, ask, token } = await asked()
    practice.clock.advance({ days: 30 })

    expect(await ask(account.giveGuardianConsent, { body: consent(token) })).toMatchObject({
      body: { code: 'link-invalid' },
    })
  })

  test('who has come of age since is not decided for any more', async () => {
    const { practice, ask, token, may } = await asked(birthdayTomorrow)
    practice.clock.advance({ days: 1 })

    const read = await ask(account.readGuardianRequest, { body: { token } })
    const given = await ask(account.giveGuardianConsent, {
      body: { ...consent(token), healthTextVersion: HEALTH_CONSENT_VERSION },
    })

    const refused = { status: 409, body: { code: 'link-invalid' } }
    expect([read, given]).toEqual([refused, refused])
    expect(await may()).toBe('yes')
  })

  test('cannot reactivate an account with that link', async () => {
    const { ask, token } = await asked()

    expect(await ask(account.reactivate, { body: { token } })).toEqual({ status: 409, body: { code: 'link-invalid' } })
  })
})

const ledgerOf = async ({ practice, minor: { customerId } }: Awaited<ReturnType<typeof asked>>) =>
  (await practice.data.healthConsents.query.byCustomer({ customerId }).go()).data

describe('a guardian’s consent to the use of health data', () => {
  test('is a tick of its own: without it the account is authorised and nothing else', async () => {
    const setup = await asked(createClienteWithoutConsent)

    await setup.ask(account.giveGuardianConsent, { body: consent(setup.token) })

    expect([await setup.may(), await ledgerOf(setup)]).toEqual(['yes', []])
  })

  test('stands in the ledger as the guardian’s, with the name they signed with', async () => {
    const setup = await asked(createClienteWithoutConsent)
    const body = { ...consent(setup.token), healthTextVersion: HEALTH_CONSENT_VERSION } as const

    await setup.ask(account.giveGuardianConsent, { body })

    expect(await ledgerOf(setup)).toMatchObject([
      {
        event: 'given',
        by: 'guardian',
        signedName: 'Carmen Gil Ruiz',
        textVersion: HEALTH_CONSENT_VERSION,
        address: TEST_CALLER_ADDRESS,
      },
    ])
  })

  test('is asked for again where the account was authorised without it', async () => {
    const { ask, as } = await aMinor({ guardianConsentAt: '2026-11-01T08:00:00.000Z' }, createClienteWithoutConsent)

    const { status } = await ask(account.askGuardian, { as, body: mother })

    expect(status).toBe(200)
  })
})

async function authorised() {
  const setup = await asked(createClienteWithoutConsent)
  const { practice, minor, ask, as, token } = setup
  const kept = async () =>
    (await practice.data.guardianConsents.get({ customerId: minor.customerId }).go()).data ?? undefined
  const first = await kept()
  await ask(account.giveGuardianConsent, { body: consent(token) })
  practice.clock.advance({ hours: 1 })
  const askFather = () => ask(account.askGuardian, { as, body: father })
  const proof = {
    requestId: first?.requestId,
    ...mother,
    requestedAt: '2026-11-21T09:00:00.000Z',
    consentedAt: '2026-11-21T09:00:00.000Z',
    signedName: 'Carmen Gil Ruiz',
    textVersion: GUARDIAN_CONSENT_VERSION,
    address: TEST_CALLER_ADDRESS,
    userAgent: 'Mozilla/5.0 (test)',
  }
  return { ...setup, kept, askFather, proof }
}

describe('what a guardian authorised', () => {
  test('stays provable while another request waits, and the minor may go on', async () => {
    const { kept, askFather, proof, may } = await authorised()

    const { status } = await askFather()

    expect([status, await may()]).toEqual([200, 'yes'])
    const present = await kept()
    expect(present).toMatchObject({ ...father, requestedAt: '2026-11-21T10:00:00.000Z', earlier: [proof] })
    expect(present).not.toHaveProperty('consentedAt')
    expect(present).not.toHaveProperty('signedName')
  })

  test('stays provable after the next has been given, and however often nobody answered in between', async () => {
    const { kept, askFather, proof, ask, tokenFor } = await authorised()
    await askFather()
    await askFather()
    const token = await tokenFor(father.email)

    await ask(account.giveGuardianConsent, { body: { ...consent(token), name: father.name } })
    await askFather()

    expect((await kept())?.earlier).toMatchObject([proof, { ...father, signedName: 'Pedro Ferrer' }])
  })

  test('stays provable when it comes at the moment in which somebody else is asked', async () => {
    const { practice, minor, ask, as, token } = await asked(createClienteWithoutConsent)
    interruptNextWrite(practice, 'guardianConsent', () => ask(account.giveGuardianConsent, { body: consent(token) }))

    const { status } = await ask(account.askGuardian, { as, body: father })

    expect(status).toBe(200)
    const { data: kept } = await practice.data.guardianConsents.get({ customerId: minor.customerId }).go()
    expect(kept).toMatchObject({ ...father, earlier: [{ ...mother, signedName: 'Carmen Gil Ruiz' }] })
  })
})

async function askedAfterWithdrawal() {
  const setup = await aMinor({ guardianConsentAt: '2026-11-01T08:00:00.000Z' })
  const { practice, minor, ask, as } = setup
  await (
    await createDomainCaller('consent', practice)
  )(healthConsent.withdrawHealth, { as, body: {} })
  practice.clock.advance({ minutes: 1 })
  await ask(account.askGuardian, { as, body: mother })
  const token = await setup.tokenFor(mother.email)
  const key = { customerId: minor.customerId }
  const erasure = async () => (await practice.data.healthErasures.get(key).go()).data
  const lines = async () => (await ledgerOf({ ...setup, token })).map(({ event, by }) => `${event} by ${by}`)
  const give = (more: object = { healthTextVersion: HEALTH_CONSENT_VERSION }) =>
    ask(account.giveGuardianConsent, { body: { ...consent(token), ...more } })
  return { practice, key, erasure, lines, give }
}

describe('a guardian’s consent after the minor has withdrawn it', () => {
  test('takes the erasure away that has not begun', async () => {
    const { give, erasure, lines } = await askedAfterWithdrawal()

    const { status } = await give()

    expect([status, await erasure()]).toEqual([200, null])
    expect(await lines()).toEqual(['given by client', 'withdrawn by client', 'given by guardian'])
  })

  test('leaves the erasure as it is without the tick for health data', async () => {
    const { give, erasure } = await askedAfterWithdrawal()

    const { status } = await give({})

    expect([status, await erasure()]).toMatchObject([200, { status: 'waiting' }])
  })

  test('is refused while the data are being erased, and its link serves afterwards', async () => {
    const { practice, key, give, lines } = await askedAfterWithdrawal()
    await practice.data.healthErasures.patch(key).set({ status: 'erasing' }).go()

    const early = await give()
    const linesMeanwhile = await lines()
    await practice.data.healthErasures.delete(key).go()
    const late = await give()

    expect(early).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(linesMeanwhile).toEqual(['given by client', 'withdrawn by client'])
    expect(late.status).toBe(200)
  })
})
