import { DeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, onTestFinished, test } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import type { StoredUser } from '#platform/user'
import { openRawTableAccess } from '#data/raw-table-access'
import { pseudonymizeAuditEntries } from '../../../functions/privacy/erase-audit-entries.ts'
import { loadDataSubjectItems } from '../../../functions/privacy/data-subject.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveFollowUp } from '../../../functions/account/follow-up-sign-ups.handler.ts'
import { createSignUpSweepUserAccess } from '../../../functions/account/sign-up-sweep.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createMfaSetup, allowSessionEnrolment } from '../../support/mfa-setup.ts'
import { type SignedInSession, signInAtPool, signInAtPoolByGoogle } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPasswordSessionClaims, createAdministrador, type PracticePerson } from '../../support/people.ts'
import { recordPastConsultations } from '../../support/long-history.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { parseVerificationLink } from '../../support/unclaimed-address.ts'

const AGAIN = 'Calabaza-9'
const person = { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-05-17', acceptedTerms: true } as const

async function createDeletedAccountSetup(changes: Partial<Omit<StoredUser, 'notifications'>> = {}) {
  const at = await createMfaSetup('cliente', { ownMails: true })
  onTestFinished(at.close)
  const { practice, pool, person: owner } = at
  const ask = createEndpointCaller(serveAccount(() => practice))
  await ask(account.session, at.session)
  const { accessToken: AccessToken } = await allowSessionEnrolment(at, at.session)
  await practice.data.users.patch({ userId: owner.userId }).set(changes).go()
  await pool.sdk.send(new DeleteUserCommand({ AccessToken }))
  at.clock.advance({ minutes: 1 })
  const { email } = owner
  const completed = (by: SignedInSession) => ask(account.completeRegistration, { as: by.as, body: person })
  return {
    ...at,
    followUp: serveFollowUp(() => ({ ...practice, pool: createSignUpSweepUserAccess(testUserPoolId, pool.sdk) })),
    ask,
    owner,
    completed,
    signUp: async (password = AGAIN) =>
      ask(account.signUp, { body: { ...person, email, password, flow: 'registration' } }),
    verify: (token: string) =>
      ask(account.verifyAddress, {
        body: { email, proof: parseVerificationLink(pool.mails.at(-1)?.html ?? '').proof, token },
      }),
    reset: async () => {
      await ask(account.mailVerification, { body: { email, reset: true } })
      const [mail] = (await createOutboxReader(practice).post()).filter(({ subject }) =>
        subject?.startsWith('Elige una'),
      )
      const proof = /proof=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'.padEnd(43, '0')
      return ask(account.chooseFirstPassword, { body: { email, proof, password: AGAIN } })
    },
    back: async (password = AGAIN) => {
      const by = await signInAtPool(at, email, { password })
      return { by, session: await ask(account.session, { as: by.as }) }
    },
    userOf: async (userId: string) => (await practice.data.users.get({ userId }).go()).data,
    owns: async ({ customerId }: PracticePerson) =>
      (await practice.data.customers.get({ customerId }).go()).data?.userId,
  }
}

test('A-65 whoever deleted their account at Cognito and signs up again with the proven address has their record back', async () => {
  const setup = await createDeletedAccountSetup({
    birthDate: '2009-12-01',
    guardianConsentAt: '2026-10-01T00:00:00.000Z',
  })
  const { owner } = setup
  const { body: made } = await setup.signUp()
  const before = await setup.owns(owner)
  await setup.verify(made.token)

  const { by, session } = await setup.back()

  expect(before).toBe(owner.userId)
  expect(session).toMatchObject({ status: 200, body: { userId: by.userId, customerId: owner.customerId } })
  expect(by.userId).not.toBe(owner.userId)
  expect(await setup.owns(owner)).toBe(by.userId)
  expect(await setup.userOf(owner.userId)).toMatchObject({ status: 'deleted' })
  // A minor stays one despite the second registration, and so does the guardian's consent.
  expect(await setup.userOf(by.userId)).toMatchObject({
    birthDate: '2009-12-01',
    guardianConsentAt: '2026-10-01T00:00:00.000Z',
  })
  expect((await listAuditChanges(setup.practice)).map(({ action, subjectId }) => [action, subjectId])).toEqual(
    expect.arrayContaining([
      ['USER_REMOVED', owner.userId],
      ['CUSTOMER_LINKED', owner.customerId],
    ]),
  )
})

test('A-65 they enter, with their record, also where what the practice has filed under the address is too much to be joined with it', async () => {
  const setup = await createDeletedAccountSetup()
  const { owner, practice } = setup
  const filed = { customerId: 'cus_filed-0001' }
  await practice.data.customers
    .create({ ...filed, name: 'Lucía', email: owner.email, createdAt: '2026-01-02T09:00:00.000Z' })
    .go()
  await recordPastConsultations(practice, filed.customerId, 60)
  const { body: made } = await setup.signUp()
  await setup.verify(made.token)

  const { session } = await setup.back()

  expect(session).toMatchObject({ status: 200, body: { customerId: owner.customerId } })
  expect((await practice.data.consultations.query.byCustomer(filed).go({ pages: 'all' })).data).toHaveLength(60)
})

test('A-65 asking for a new password leads back as well, and so does Google', async () => {
  const byMail = await createDeletedAccountSetup()
  const chosen = await byMail.reset()
  const { by } = await byMail.back()
  await byMail.completed(by)

  const byGoogle = await createDeletedAccountSetup()
  const google = await signInAtPoolByGoogle(byGoogle, {
    name: 'Lucía Ferrer',
    email: byGoogle.owner.email,
    verified: 'on',
    action: 'add',
  })
  await byGoogle.completed(google)

  expect(chosen.body).toEqual({ chosen: true })
  expect(await byMail.owns(byMail.owner)).toBe(by.userId)
  expect(await byGoogle.owns(byGoogle.owner)).toBe(google.userId)
})

test('A-64 whoever signs up with the address and does not prove it gets nothing, and leaves the record to its owner', async () => {
  const setup = await createDeletedAccountSetup()
  await setup.signUp('Del-Intruso-1')

  await setup.ask(account.mailVerification, { body: { email: setup.owner.email } })

  expect(await setup.owns(setup.owner)).toBe(setup.owner.userId)
  expect(await setup.userOf(setup.owner.userId)).toMatchObject({ status: 'active' })
})

test.each([
  ['whose second factor it would go past', { mfaEnabledAt: '2026-11-01T09:00:00.000Z' }],
  ['that its owner closed', { status: 'deactivated', deactivatedAt: '2026-11-01T09:00:00.000Z' }],
  ['that is about to be erased', { status: 'leaving', leavingSince: '2026-11-20T09:00:00.000Z' }],
  ['that the practice removed', { status: 'deleted' }],
] as const)('the address alone does not open a record %s', async (_, state) => {
  const setup = await createDeletedAccountSetup(state)
  const { body: made } = await setup.signUp()
  await setup.verify(made.token)

  const { session } = await setup.back()

  expect(session.status).toBe(200)
  expect(session.body.customerId).not.toBe(setup.owner.customerId)
  expect(await setup.owns(setup.owner)).toBe(setup.owner.userId)
})

test('an account that the pool still has keeps its record', async () => {
  const setup = await createDeletedAccountSetup()
  setup.pool.cognito().seedUser({ email: 'otra@correo.test', password: 'Zanahoria-7', sub: setup.owner.sub })
  const { body: made } = await setup.signUp()
  await setup.verify(made.token)

  await setup.back()

  expect(await setup.owns(setup.owner)).toBe(setup.owner.userId)
})

test('what the earlier account did is in the record’s history, and is found when the person is erased', async () => {
  const setup = await createDeletedAccountSetup()
  const { practice, owner } = setup
  const { body: made } = await setup.signUp()
  await setup.verify(made.token)
  const { by } = await setup.back()
  const boss = await createAdministrador(practice)

  const { body: history } = await createEndpointCaller(serveCustomers(() => practice))(customers.timeline, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId: owner.customerId },
    query: { access: 'with' },
  })
  const user = await setup.userOf(by.userId)
  const partitions = openRawTableAccess(practice.table.name, practice.table.client)
  const whole = { customerId: owner.customerId, userId: by.userId, formerUserIds: user?.formerUserIds }
  const found = await loadDataSubjectItems(whole, partitions)
  const at = practice.now().toISOString()
  await pseudonymizeAuditEntries(
    {
      ...whole,
      pseudonym: 'erased-1',
      email: owner.email,
      addresses: [{ email: owner.email }],
      status: 'erasing',
      requestedAt: at,
      dueAt: at,
    } as never,
    found,
    { data: practice.data, partitions, now: practice.now } as never,
  )

  expect(history.items.map(({ action }) => action)).toContain('MFA_ENROLMENT_ALLOWED')
  const accounts = found.filter(({ __edb_e__ }) => __edb_e__ === 'user').map(({ userId }) => userId)
  expect(new Set(accounts)).toEqual(new Set([owner.userId, by.userId]))
  expect(JSON.stringify(await listAuditChanges(practice))).not.toContain(owner.sub)
})

test.each([
  ['choose a new password', {}, /con este mismo correo recuperas todo/],
  ['come to the practice', { mfaEnabledAt: '2026-11-01T09:00:00.000Z' }, /este correo no basta/],
] as const)('the owner is mailed once at the address in our table, and told to %s', async (_, state, words) => {
  const setup = await createDeletedAccountSetup(state)
  await setup.followUp()
  setup.clock.advance({ hours: 1 })
  await setup.followUp()

  const told = (await createOutboxReader(setup.practice).post()).filter(({ subject }) =>
    subject?.includes('borrado tu acceso'),
  )

  expect(told.map(({ to }) => to?.[0]?.address)).toEqual([setup.owner.email])
  expect(told[0]?.text).toMatch(words)
})

test.each([
  ['is still there', {}],
  ['was closed', { status: 'deleted' }],
] as const)('nobody is told of an account that %s', async (_, state) => {
  const setup = await createDeletedAccountSetup(state)
  if (!('status' in state))
    setup.pool.cognito().seedUser({ email: 'otra@correo.test', password: 'Zanahoria-7', sub: setup.owner.sub })

  await setup.followUp()

  expect(await createOutboxReader(setup.practice).post()).toEqual([])
})
