import { describe, expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { practiceLegalDetails } from '#contract/practice'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createClienteWithoutConsent, createPasswordSessionClaims } from '../../support/people.ts'
import type { StoredUser } from '#platform/user'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

async function aRecord(changes: Partial<StoredUser> = {}) {
  const practice = await createTestPractice()
  const [client, boss] = [await createClienteWithoutConsent(practice, changes), await createAdministrador(practice)]
  const signedInAt = practice.wallClock().toISOString()
  const ask = await createDomainCaller('consent', practice)
  const params = { customerId: client.customerId }
  const as = () => createPasswordSessionClaims(boss, practice, signedInAt)
  const later = () => practice.clock.advance({ minutes: 1 })
  return {
    practice,
    client,
    boss,
    give: async () => {
      const body = { accepted: true, textVersion: HEALTH_CONSENT_VERSION }
      await ask(consent.giveHealth, { as: createPasswordSessionClaims(client, practice), body })
      later()
    },
    name: async (basis: string) => {
      await ask(consent.nameBasis, { as: as(), params, body: { basis } })
      later()
    },
    register: (asked = 'client-written', customerId = client.customerId) =>
      ask(consent.withdrawHealthOfCustomer, { as: as(), params: { customerId }, body: { asked } }),
    letProofAge: () => practice.clock.advance({ minutes: 5 }),
    ledger: async () => (await practice.data.healthConsents.query.byCustomer(params).go()).data,
    erasure: async () => (await practice.data.healthErasures.get(params).go()).data,
  }
}

test('a withdrawal that was asked for by letter does what the client’s own does, and says who registered it', async () => {
  const { practice, client, boss, give, register, ledger, erasure } = await aRecord()
  await give()

  const { status, body } = await register('guardian-written')

  expect([status, body]).toMatchObject([200, { state: 'withdrawn', erasing: true, mayEnter: false }])
  expect((await ledger()).at(-1)).toMatchObject({
    event: 'withdrawn',
    by: 'practice',
    userId: boss.userId,
    asked: 'guardian-written',
  })
  expect(await erasure()).toMatchObject({ status: 'waiting', requestedAt: body.withdrawnAt })
  const withdrawn = (await listAuditChanges(practice)).filter(({ action }) => action === 'HEALTH_CONSENT_WITHDRAWN')
  expect(withdrawn).toMatchObject([
    { userId: boss.userId, subjectId: client.customerId, details: { asked: 'guardian-written' } },
  ])
})

test('a consent that was given on paper is withdrawn too', async () => {
  const { name, register } = await aRecord()
  await name('written-consent')

  expect((await register()).body).toMatchObject({ state: 'withdrawn', basis: null, mayEnter: false })
})

test('registered twice it stands once', async () => {
  const { give, register, ledger } = await aRecord()
  await give()
  const first = await register()

  expect(await register()).toEqual(first)
  expect((await ledger()).map(({ event }) => event)).toEqual(['given', 'withdrawn'])
})

test.each([
  ['nothing was ever given', undefined],
  ['the practice relies on health care alone, which is nobody’s to withdraw', 'health-care'],
])('no withdrawal is registered where %s', async (_, basis) => {
  const { name, register, ledger, erasure } = await aRecord()
  if (basis) await name(basis)

  expect(await register()).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
  expect((await ledger()).map(({ event }) => event)).not.toContain('withdrawn')
  expect(await erasure()).toBeNull()
})

test('it says how it was asked for, from a closed list, and of whom', async () => {
  const { give, register, ledger } = await aRecord()
  await give()

  const answers = [await register('because I say so'), await register('client-spoken', 'cus_of-nobody')]

  expect(answers.map(({ status }) => status)).toEqual([400, 404])
  expect(await ledger()).toHaveLength(1)
})

test('as it cannot be undone, it needs a fresh code of the second factor', async () => {
  const { give, register, letProofAge, ledger } = await aRecord()
  await give()
  letProofAge()

  expect(await register()).toMatchObject({ status: 403, body: { code: 'proof-required' } })
  expect(await ledger()).toHaveLength(1)
})

const PRACTICE = 'consulta@habitat.test'
const SEVENTEEN = '2009-06-01'

async function mailsOf({ practice }: Awaited<ReturnType<typeof aRecord>>) {
  const mails = await createOutboxReader(practice).post()
  return new Map(mails.map(({ to, subject = '', text = '' }) => [to?.[0]?.address, `${subject}\n${text}`]))
}

async function aRecordOfMinor(guardian: object = { consentedAt: '2026-11-01T08:00:00.000Z' }) {
  const record = await aRecord({ birthDate: SEVENTEEN, guardianConsentAt: '2026-11-01T08:00:00.000Z' })
  const { customerId, userId } = record.client
  await record.practice.data.guardianConsents
    .put({
      customerId,
      userId,
      requestId: 'gua_00000001',
      name: 'Carmen Gil',
      email: 'carmen@correo.test',
      requestedAt: '2026-11-01T07:00:00.000Z',
      ...guardian,
    })
    .go()
  await record.name('written-consent')
  return record
}

describe('the confirmation of a registered withdrawal', () => {
  test('tells the client what is erased and what is kept, that they may consent again, and whom to ask', async () => {
    const record = await aRecord()
    await record.give()

    await record.register('client-written')

    const mails = await mailsOf(record)
    expect(new Set(mails.keys())).toEqual(new Set([PRACTICE, record.client.email]))
    for (const words of [
      'Hemos registrado la retirada de tu consentimiento',
      'Hola, Lucía:',
      'En una hora como mucho se borran tu cuestionario, tus analíticas',
      'una copia hasta cinco años',
      'Tu cuenta, tus citas y tus facturas siguen como están',
      'Puedes volver a dar tu consentimiento',
      '/client?tab=settings#health-consent',
      practiceLegalDetails.privacyOfficer.email,
    ])
      expect(mails.get(record.client.email)).toContain(words)
  })

  test('leads a client without an account to no panel', async () => {
    const record = await aRecord()
    const { customerId, email } = record.client
    await record.practice.data.customers.patch({ customerId }).remove(['userId']).go()
    await record.name('written-consent')

    await record.register('client-spoken')

    const mail = (await mailsOf(record)).get(email)
    expect(mail).toContain('escríbenos y te decimos cómo')
    expect(mail).not.toContain('/client')
  })

  test('goes to the guardian who asked as well, without the name of the minor', async () => {
    const record = await aRecordOfMinor()

    await record.register('guardian-written')

    const mails = await mailsOf(record)
    expect(new Set(mails.keys())).toEqual(new Set(['carmen@correo.test', PRACTICE, record.client.email]))
    expect(mails.get('carmen@correo.test')).toContain('como madre, padre o tutor, has retirado el consentimiento')
    expect(mails.get('carmen@correo.test')).not.toMatch(/Lucía|Ferrer/)
  })

  test('goes to whoever authorised before, while another request is open', async () => {
    const earlier = { requestId: 'gua_00000000', name: 'Pedro Ferrer', email: 'pedro@correo.test' }
    const times = { requestedAt: '2026-10-01T07:00:00.000Z', consentedAt: '2026-10-01T08:00:00.000Z' }
    const record = await aRecordOfMinor({ earlier: [{ ...earlier, ...times }] })

    await record.register('guardian-spoken')

    expect(new Set((await mailsOf(record)).keys())).toEqual(
      new Set([PRACTICE, 'pedro@correo.test', record.client.email]),
    )
  })

  test.each([
    ['the minor asked', {}, 'client-spoken'],
    ['nobody has authorised the account', { consentedAt: undefined }, 'guardian-written'],
  ])('goes to the client alone where %s', async (_, guardian, asked) => {
    const record = await aRecordOfMinor({ consentedAt: '2026-11-01T08:00:00.000Z', ...guardian })

    await record.register(asked)

    expect(new Set((await mailsOf(record)).keys())).toEqual(new Set([PRACTICE, record.client.email]))
  })

  test('goes no more to the guardian of somebody who has come of age', async () => {
    const record = await aRecordOfMinor()
    await record.practice.data.users.patch({ userId: record.client.userId }).set({ birthDate: '2008-06-01' }).go()

    await record.register('guardian-written')

    expect((await mailsOf(record)).has('carmen@correo.test')).toBe(false)
  })

  test('is sent once', async () => {
    const record = await aRecord()
    await record.give()
    await record.register()
    await record.register()

    expect((await record.practice.data.mails.scan.go()).data).toHaveLength(2)
  })
})

test.each([
  ['client-written', 'Un cliente ha retirado por escrito'],
  ['guardian-spoken', 'La madre, el padre o el tutor de un cliente ha retirado de palabra'],
])('the practice’s mail says who asked, and how: %s', async (asked, words) => {
  const record = await aRecord()
  await record.give()

  await record.register(asked)

  expect((await mailsOf(record)).get(PRACTICE)).toContain(words)
})
