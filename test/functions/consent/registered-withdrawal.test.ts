import { expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createClienteWithoutConsent, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

async function aRecord() {
  const practice = await createTestPractice()
  const [client, boss] = [await createClienteWithoutConsent(practice), await createAdministrador(practice)]
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
  expect((await practice.data.mails.scan.go()).data).toMatchObject([
    { to: 'consulta@habitat.test', content: { kind: 'health-consent-withdrawn' } },
  ])
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
